package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.HttpConnection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Waits for sockets and hands each that is ready to its owner, all on the thread that calls it.
public final class Loop implements AutoCloseable {

    /// One buffer for all connections: what one of them has pending at most times, and little enough for the cache.
    private static final int BUFFER = 128 << 10;
    private static final long LONGEST_WAIT_MILLIS = 50;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Selector selector;
    private final ByteBuffer received = ByteBuffer.allocateDirect(BUFFER);
    private final byte[] bytes = new byte[BUFFER];
    private final Consumer<SelectionKey> ready = this::ready;
    private @Nullable Sending sending;
    private long now = System.nanoTime();
    private long polled;
    private long reads;
    private long receivedBytes;

    public Loop() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the system gives no selector: " + e.getMessage() + ".");
        }
    }

    public Selector selector() {
        return selector;
    }

    /// Who sends in the midst of reading when something is due.
    public void serve(@Nullable Sending newSending) {
        sending = newSending;
    }

    /// One round: waits until something is ready or a message is due, at most until then.
    public void turn(long until) throws IOException {
        long wake = sending == null ? until : Math.min(until, sending.due());
        long millis = Math.min(LONGEST_WAIT_MILLIS, (long) ((wake - System.nanoTime()) / NANOS_PER_MILLI));
        if (millis > 0) {
            selector.select(ready, millis);
        } else {
            poll();
        }
        now = System.nanoTime();
        send();
    }

    /// Less than a millisecond is left, which no wait can keep to.
    private void poll() throws IOException {
        long begun = System.nanoTime();
        if (selector.selectNow(ready) == 0) {
            polled += System.nanoTime() - begun;
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Ready stream) {
            stream.ready(this);
            send();
        } else if (key.attachment() instanceof HttpConnection connection && sending != null) {
            sending.ready(connection);
        }
    }

    private void send() {
        if (sending != null && now >= sending.due()) {
            sending.send(now);
        }
    }

    /// Reads into [#bytes]; then [#now] is when that was.
    int read(SocketChannel channel, int most) throws IOException {
        received.clear();
        if (most < received.limit()) {
            received.limit(most);
        }
        int length = channel.read(received);
        now = System.nanoTime();
        if (length > 0) {
            received.flip();
            received.get(bytes, 0, length);
            reads++;
            receivedBytes += length;
        }
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    public long now() {
        return now;
    }

    public long reads() {
        return reads;
    }

    public long receivedBytes() {
        return receivedBytes;
    }

    /// What this thread has computed in nanoseconds, without looking for sockets that were not ready.
    public long busyNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - polled;
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException("a selector does not close", e);
        }
    }
}
