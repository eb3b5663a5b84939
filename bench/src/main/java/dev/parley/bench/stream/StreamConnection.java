package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// One connection whose answer is a stream. Used by the loop's thread alone.
public final class StreamConnection implements Ready, Link {

    /// Who asks for the stream and reads it.
    public interface User {

        /// What the connection begins with.
        byte[] request();

        /// Reads what follows the head of a good answer.
        Stage stage(Head head);

        /// What its stage is handed next was read at this time.
        void readAt(long nanos);

        /// The stream was refused, has ended or broke; the connection is closed.
        void gone(String why);
    }

    private static final int OK = 200;
    private static final int UPGRADED = 101;
    private static final Stage NOTHING = (bytes, from, to) -> {};

    private final InetSocketAddress server;
    private final User user;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private Stage stage = NOTHING;
    private String why = "";

    public StreamConnection(InetSocketAddress server, User user) {
        this.server = server;
        this.user = user;
    }

    /// @param from the address to come from, or null when the system is to choose
    public void open(Selector selector, Pace pace, @Nullable InetSocketAddress from) throws IOException {
        var opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        if (pace != Pace.FULL) {
            opened.setOption(StandardSocketOptions.SO_RCVBUF, Pace.SMALL_BUFFER);
        }
        if (from != null) {
            opened.bind(from);
        }
        boolean connected = opened.connect(server);
        key = opened.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        if (connected) {
            request(opened);
        }
    }

    private void request(SocketChannel connected) throws IOException {
        stage = new ResponseHead(this::begin);
        var request = ByteBuffer.wrap(user.request());
        connected.write(request);
        if (request.hasRemaining()) {
            throw new IOException("the request does not fit into the send buffer");
        }
    }

    private Stage begin(Head head) {
        if (head.status() == OK || head.status() == UPGRADED) {
            return user.stage(head);
        }
        why = "refused: " + head.text().lines().findFirst().orElse("");
        return NOTHING;
    }

    @Override
    public void ready(Loop loop) {
        try {
            var open = channel;
            if (open == null || key == null) {
                return;
            }
            if (key.isConnectable() && open.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                request(open);
            } else if (key.isReadable()) {
                read(open, loop, Integer.MAX_VALUE);
            }
        } catch (IOException e) {
            gone(String.valueOf(e.getMessage()));
        }
    }

    /// From now on it reads only what it is told to, with [#sip].
    public void rest() {
        if (key != null) {
            key.interestOps(0);
        }
    }

    /// What a slow one reads each second.
    public void sip(Loop loop) {
        try {
            if (channel != null) {
                read(channel, loop, Pace.SLOW_BYTES);
            }
        } catch (IOException e) {
            gone(String.valueOf(e.getMessage()));
        }
    }

    private void read(SocketChannel open, Loop loop, int most) throws IOException {
        int length = loop.read(open, most);
        if (length < 0) {
            gone(why.isEmpty() ? "the server closed it" : why);
            return;
        }
        user.readAt(loop.now());
        stage.accept(loop.bytes(), 0, length);
        if (!why.isEmpty()) {
            gone(why);
        }
    }

    private void gone(String reason) {
        close();
        user.gone(reason);
    }

    /// The server has said that the stream ends.
    public void ended(String reason) {
        why = reason;
    }

    @Override
    public void send(byte[] bytes) {
        try {
            if (channel != null && channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
                why = "the server does not read";
            }
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
    }

    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("a connection does not close: " + e.getMessage() + ".");
        } finally {
            channel = null;
            key = null;
            why = "";
        }
    }
}
