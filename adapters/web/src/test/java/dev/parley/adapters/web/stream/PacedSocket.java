package dev.parley.adapters.web.stream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/// A socket that is read no faster than it is told. One thread reads, any sets the pace.
final class PacedSocket extends Socket {

    static final int ALL = Integer.MAX_VALUE;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final long STEP_NANOS = 50_000_000;

    private volatile int bytesASecond = ALL;

    private PacedSocket() {}

    static PacedSocket connect(int port, int receiveBuffer) throws IOException {
        var socket = new PacedSocket();
        try {
            socket.setReceiveBufferSize(receiveBuffer);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /// From now on.
    void pace(int bytes) {
        bytesASecond = bytes;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Paced(super.getInputStream());
    }

    private final class Paced extends FilterInputStream {

        private long readAt = System.nanoTime();
        private double owed;

        Paced(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, Math.min(length, due()));
            owed -= Math.max(0, count);
            return count;
        }

        /// How many bytes it may read now, at least one; a client that reads slowly is one that waits.
        private int due() {
            while (bytesASecond != ALL) {
                long now = System.nanoTime();
                owed = Math.min(owed + (now - readAt) / 1e9 * bytesASecond, bytesASecond);
                readAt = now;
                if (owed >= 1) {
                    return (int) owed;
                }
                LockSupport.parkNanos(STEP_NANOS);
            }
            return ALL;
        }
    }
}
