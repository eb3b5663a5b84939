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

/// One connection that reads a stream. Used by the loop's thread alone.
final class Reader implements Receiver, Link {

    /// Told of what becomes of a connection.
    interface Owner {
        void isOpen(Reader reader);

        void isGone(Reader reader, boolean wasOpen, String why);
    }

    private enum At {
        NOWHERE,
        OPENING,
        OPEN
    }

    private final int number;
    private final Target target;
    private final RoomNames rooms;
    private final Owner owner;
    private final Tally tally;
    private final Sequence[] sequences;
    private Pace pace;
    private At at = At.NOWHERE;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private Stage stage = (bytes, from, to) -> {};
    private String why = "";

    Reader(int number, Target target, RoomNames rooms, Pace pace, Owner owner, Tally tally) {
        this.number = number;
        this.target = target;
        this.rooms = rooms;
        this.pace = pace;
        this.owner = owner;
        this.tally = tally;
        this.sequences = new Sequence[rooms.each()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = new Sequence();
        }
    }

    /// @param from the address to come from, or null when the system is to choose
    void open(Selector selector, @Nullable InetSocketAddress from) throws IOException {
        var opened = SocketChannel.open();
        channel = opened;
        at = At.OPENING;
        opened.configureBlocking(false);
        if (pace != Pace.FULL) {
            opened.setOption(StandardSocketOptions.SO_RCVBUF, Pace.SMALL_BUFFER);
        }
        if (from != null) {
            opened.bind(from);
        }
        boolean connected = opened.connect(target.address());
        key = opened.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        if (connected) {
            request(opened);
        }
    }

    /// Goes on at once, at full speed, where it was.
    void comeBack(Selector selector, @Nullable InetSocketAddress from) throws IOException {
        close();
        pace = Pace.FULL;
        open(selector, from);
    }

    private void request(SocketChannel connected) throws IOException {
        String cursor = cursor();
        stage = new ResponseHead(head -> begin(head, cursor));
        var request = ByteBuffer.wrap(target.opening(number, cursor));
        connected.write(request);
        if (request.hasRemaining()) {
            throw new IOException("the request does not fit into the send buffer");
        }
    }

    private String cursor() {
        var text = new StringBuilder();
        for (int i = 0; i < sequences.length; i++) {
            String position = sequences[i].cursor();
            if (position.startsWith(":")) {
                return "";
            }
            text.append(i == 0 ? "" : ",");
            text.append(sequences.length == 1 ? "" : rooms.name(rooms.roomOf(number, i)) + "=")
                    .append(position);
        }
        return text.toString();
    }

    private Stage begin(Head head, String cursor) {
        if (head.status() == 200 || head.status() == 101) {
            return target.stage(head, number, cursor, this, this);
        }
        why = "refused: " + head.text().lines().findFirst().orElse("");
        return (bytes, from, to) -> {};
    }

    /// The socket is ready for something.
    void ready(Loop loop) {
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

    /// What a slow one reads each second.
    void sip(Loop loop) {
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
        tally.readAt(loop.now());
        stage.accept(loop.bytes(), 0, length);
        if (!why.isEmpty()) {
            gone(why);
        }
    }

    private void gone(String reason) {
        boolean wasOpen = isOpen();
        close();
        owner.isGone(this, wasOpen, reason);
    }

    void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("a connection does not close: " + e.getMessage() + ".");
        } finally {
            channel = null;
            key = null;
            at = At.NOWHERE;
            why = "";
        }
    }

    Pace pace() {
        return pace;
    }

    boolean isOpen() {
        return at == At.OPEN;
    }

    /// Whether its stream was open once, so that it can come back where it was.
    boolean hasPosition() {
        return !cursor().isEmpty();
    }

    /// Whether it has, of each of its rooms, exactly what was published.
    boolean complete(Published published) {
        for (int i = 0; i < sequences.length; i++) {
            int room = rooms.roomOf(number, i);
            if (!published.matches(room, sequences[i].count(), sequences[i].sum())) {
                return false;
            }
        }
        return true;
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

    @Override
    public void startsAfter(int room, String epoch, long seq) {
        sequence(room).startsAfter(epoch, seq);
    }

    @Override
    public void opened() {
        if (at == At.OPENING) {
            at = At.OPEN;
            if (pace != Pace.FULL && key != null) {
                key.interestOps(0);
            }
            owner.isOpen(this);
        }
    }

    @Override
    public void delivered(int room, long seq, long stamp, int bytes) {
        if (sequence(room).delivered(seq, stamp, tally)) {
            tally.delivered(stamp, bytes);
        }
    }

    @Override
    public void leftOut(int room, long seq) {
        sequence(room).leftOut(seq, tally);
    }

    @Override
    public void ended(String reason) {
        why = reason;
    }

    private Sequence sequence(int room) {
        int index = sequences.length == 1 && room >= 0 ? 0 : rooms.indexOf(number, room);
        if (index < 0) {
            throw BenchFailure.wrong("connection " + number + " was sent an event of a room that it does not read.");
        }
        return sequences[index];
    }
}
