package dev.parley.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Stands between a client and a server on this machine and makes the network between them fail. Knows
/// nothing of what they say. Any thread.
public final class FaultyProxy implements AutoCloseable {

    private enum State {
        PASSING,
        HANGING,
        CUT
    }

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private final AtomicReference<@Nullable String> swallowed = new AtomicReference<>();
    private volatile State state = State.PASSING;
    private volatile Duration delay = Duration.ZERO;

    /// @param target the server's port on 127.0.0.1
    public FaultyProxy(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// Ends all connections; new ones are ended at once, until [#mend].
    public void cut() {
        become(State.CUT);
        drop();
    }

    /// Ends all connections; new ones are welcome.
    public void drop() {
        sockets.forEach(FaultyProxy::close);
    }

    /// Lets nothing through in either direction until [#mend], not even the end of a connection; new
    /// ones are accepted and as silent. What came meanwhile goes on afterwards.
    public void hang() {
        become(State.HANGING);
    }

    /// Everything that goes through, in either direction, comes so much later.
    public void slow(Duration by) {
        delay = by;
    }

    /// Loses the next piece of what the server says that contains the text, and whatever came together
    /// with it.
    public void swallow(String text) {
        swallowed.set(text);
    }

    /// Whether the last [#swallow] has had its piece.
    public boolean hasSwallowed() {
        return swallowed.get() == null;
    }

    public void mend() {
        delay = Duration.ZERO;
        swallowed.set(null);
        become(State.PASSING);
    }

    private void become(State next) {
        synchronized (change) {
            state = next;
            change.notifyAll();
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close the proxy", e);
        } finally {
            cut();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                link(listener.accept());
            } catch (IOException _) {
                // Closed, or the server is away: the client sees its connection end.
            }
        }
    }

    private void link(Socket client) throws IOException {
        sockets.add(client);
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> pump(client, server, false));
            Thread.ofVirtual().start(() -> pump(server, client, true));
            if (state == State.CUT) {
                drop();
            }
        } catch (IOException e) {
            close(client);
            throw e;
        }
    }

    private void pump(Socket from, Socket to, boolean fromServer) {
        var buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); awaitPassing() && length >= 0; length = in.read(buffer)) {
                if (!delay.isZero()) {
                    Thread.sleep(delay);
                }
                if (!(fromServer && swallows(buffer, length))) {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException _) {
            // One of the two has hung up, or the connection was cut.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private boolean awaitPassing() throws InterruptedException {
        synchronized (change) {
            while (state == State.HANGING) {
                change.wait();
            }
            return state == State.PASSING;
        }
    }

    private boolean swallows(byte[] buffer, int length) {
        String text = swallowed.get();
        return text != null
                && new String(Arrays.copyOf(buffer, length), StandardCharsets.ISO_8859_1).contains(text)
                && swallowed.compareAndSet(text, null);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }
}
