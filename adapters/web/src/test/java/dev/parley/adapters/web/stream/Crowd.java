package dev.parley.adapters.web.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/// Many readers of one room in one thread, at full speed, slowly or not at all.
final class Crowd implements AutoCloseable {

    /// Without a limit.
    static final long ALL = Long.MAX_VALUE / 2;

    private static final int TURNS_A_SECOND = 4;

    private final int port;
    private final String target;
    private final String token;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
    private final Queue<CrowdReader> coming = new ConcurrentLinkedQueue<>();
    private final Queue<CrowdReader> resting = new ConcurrentLinkedQueue<>();
    private final List<CrowdReader> all = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "crowd");
    private final int bytesASecond;
    private volatile boolean over;

    /// @param bytesASecond what those read who do not read everything and are not stalled
    Crowd(int port, String room, String token, int bytesASecond) throws IOException {
        this.port = port;
        this.target = "/v1/rooms/" + room + "/events";
        this.token = token;
        this.bytesASecond = bytesASecond;
        this.selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    /// Connects without waiting for anything.
    ///
    /// @param receiveBuffer of its socket; 0 = as the system has it
    CrowdReader join(long seq, String cursor, int receiveBuffer, long allowance, LongConsumer heard) {
        var reader = new CrowdReader(seq, allowance, heard);
        try {
            reader.channel = SocketChannel.open();
            reader.channel.configureBlocking(false);
            if (receiveBuffer > 0) {
                reader.channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
            }
            reader.request = CrowdReader.request(target, token, cursor);
            reader.channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        all.add(reader);
        coming.add(reader);
        selector.wakeup();
        return reader;
    }

    List<CrowdReader> readers() {
        return all;
    }

    private void run() {
        try {
            long turn = System.nanoTime();
            while (!over) {
                selector.select(20);
                admit();
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                if (System.nanoTime() - turn >= 1_000_000_000L / TURNS_A_SECOND) {
                    turn += 1_000_000_000L / TURNS_A_SECOND;
                    grant();
                }
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void admit() throws IOException {
        for (CrowdReader reader = coming.poll(); reader != null; reader = coming.poll()) {
            reader.key = reader.channel.register(selector, SelectionKey.OP_CONNECT, reader);
        }
    }

    private void serve(SelectionKey key) throws IOException {
        var reader = (CrowdReader) key.attachment();
        if (!key.isValid()) {
            return;
        }
        if (key.isConnectable()) {
            try {
                reader.channel.finishConnect();
                reader.channel.write(reader.request);
                key.interestOps(SelectionKey.OP_READ);
            } catch (IOException _) {
                reader.ended = true;
                reader.channel.close();
            }
        } else if (key.isReadable()) {
            if (!reader.read(buffer)) {
                reader.channel.close();
            } else if (reader.allowance <= 0) {
                key.interestOps(0);
                resting.add(reader);
            }
        }
    }

    /// Those who read slowly get their share, and those who were told to read on go on.
    private void grant() {
        int count = resting.size();
        for (int i = 0; i < count; i++) {
            CrowdReader reader = resting.remove();
            if (reader.slow) {
                reader.allowance += bytesASecond / TURNS_A_SECOND;
            }
            if (reader.allowance > 0 && reader.key.isValid()) {
                reader.key.interestOps(SelectionKey.OP_READ);
            } else {
                resting.add(reader);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        selector.wakeup();
        thread.join();
    }
}
