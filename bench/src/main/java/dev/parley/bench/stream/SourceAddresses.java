package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Gives out addresses of this machine to connect from: one has about 28,000 ports for connections to the same server.
public final class SourceAddresses {

    /// Of one address, so that the system finds a free port at once, also while those of the run before are still
    /// held for a minute.
    private static final int EACH = 2_000;
    private static final int ADDRESSES = 250;

    private final boolean loopback;
    private final int first;
    private long given;

    /// @param share number of the process: each begins at another address, and so does each run
    public SourceAddresses(InetSocketAddress server, int share) {
        loopback = server.getAddress() != null && server.getAddress().isLoopbackAddress();
        first = share * 16 + ThreadLocalRandom.current().nextInt(ADDRESSES);
    }

    /// Null when the system has to choose: only loopback has addresses to choose from everywhere.
    public @Nullable InetSocketAddress next() {
        if (!loopback) {
            return null;
        }
        int n = (int) ((first + given++ / EACH) % ADDRESSES);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) (1 + n)}), 0);
        } catch (UnknownHostException e) {
            throw BenchFailure.cannotRun("this machine has no address 127.0.1." + (1 + n) + ".");
        }
    }
}
