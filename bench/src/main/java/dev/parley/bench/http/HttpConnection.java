package dev.parley.bench.http;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// One kept-alive connection with at most one request under way; opened anew when the server closes it for want of
/// requests. Used by the generator's thread alone.
public final class HttpConnection implements AutoCloseable {

    private static final int BUFFER = 64 << 10;
    private static final int SMALLEST = 16 << 10;

    private final int number;
    private final int longest;
    private final SocketAddress server;
    private final Selector selector;
    private SocketChannel channel;
    private SelectionKey key;
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER);
    /// Grows with what comes: there may be thousands.
    private ByteBuffer in = ByteBuffer.allocate(SMALLEST);
    private int n;
    private long handedIn;
    private boolean underWay;

    public HttpConnection(int number, SocketAddress server, Selector selector) throws IOException {
        this(number, server, selector, BUFFER);
    }

    /// @param longest answer, head and body, in bytes
    public HttpConnection(int number, SocketAddress server, Selector selector, int longest) throws IOException {
        this.number = number;
        this.longest = longest;
        this.server = server;
        this.selector = selector;
        this.channel = connect();
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    private SocketChannel connect() throws IOException {
        SocketChannel connected = SocketChannel.open(server);
        connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connected.configureBlocking(false);
        return connected;
    }

    private void openAnew() throws IOException {
        channel.close();
        channel = connect();
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    boolean underWay() {
        return underWay;
    }

    /// Sends the next request if there is one.
    public void begin(Exchange exchange) throws IOException {
        n = exchange.claim();
        underWay = n >= 0;
        if (underWay) {
            out.clear();
            exchange.write(n, number, out);
            out.flip();
            handedIn = System.nanoTime();
            send();
        }
    }

    private void send() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /// Goes on with whatever the socket is ready for.
    ///
    /// @return whether an answer is complete; then the connection is free
    public boolean goOn(Exchange exchange) throws IOException {
        if (key.isWritable()) {
            send();
        }
        return key.isReadable() && receive(exchange);
    }

    private boolean receive(Exchange exchange) throws IOException {
        if (channel.read(in) < 0) {
            if (!underWay) {
                openAnew();
                return false;
            }
            throw BenchFailure.wrong("the server closed a connection.");
        }
        in.flip();
        HttpAnswer answer = HttpAnswer.take(in);
        in.compact();
        if (answer == null) {
            makeRoom();
            return false;
        }
        underWay = false;
        exchange.answered(n, answer, System.nanoTime() - handedIn);
        return true;
    }

    private void makeRoom() {
        if (in.hasRemaining()) {
            return;
        }
        if (in.capacity() >= longest) {
            throw BenchFailure.wrong("the server's answer is longer than " + longest + " bytes.");
        }
        in = ByteBuffer.allocate(Math.min(longest, 2 * in.capacity())).put(in.flip());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
