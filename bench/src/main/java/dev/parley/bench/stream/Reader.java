package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/// One connection that reads a stream. Used by the loop's thread alone.
final class Reader implements Receiver, StreamConnection.User {

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
    private final StreamConnection connection;
    private Pace pace;
    private At at = At.NOWHERE;
    private String cursor = "";

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
        this.connection = new StreamConnection(target.address(), this);
    }

    /// @param from the address to come from, or null when the system is to choose
    void open(Selector selector, @Nullable InetSocketAddress from) throws IOException {
        at = At.OPENING;
        connection.open(selector, pace, from);
    }

    /// Goes on at once, at full speed, where it was.
    void comeBack(Selector selector, @Nullable InetSocketAddress from) throws IOException {
        close();
        pace = Pace.FULL;
        open(selector, from);
    }

    @Override
    public byte[] request() {
        cursor = cursor();
        return target.opening(number, cursor);
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

    @Override
    public Stage stage(Head head) {
        return target.stage(head, number, cursor, this, connection);
    }

    @Override
    public void readAt(long nanos) {
        tally.readAt(nanos);
    }

    /// What a slow one reads each second.
    void sip(Loop loop) {
        connection.sip(loop);
    }

    @Override
    public void gone(String reason) {
        boolean wasOpen = isOpen();
        at = At.NOWHERE;
        owner.isGone(this, wasOpen, reason);
    }

    void close() {
        connection.close();
        at = At.NOWHERE;
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
    public void startsAfter(int room, String epoch, long seq) {
        sequence(room).startsAfter(epoch, seq);
    }

    @Override
    public void opened() {
        if (at == At.OPENING) {
            at = At.OPEN;
            if (pace != Pace.FULL) {
                connection.rest();
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
        connection.ended(reason);
    }

    private Sequence sequence(int room) {
        int index = sequences.length == 1 && room >= 0 ? 0 : rooms.indexOf(number, room);
        if (index < 0) {
            throw BenchFailure.wrong("connection " + number + " was sent an event of a room that it does not read.");
        }
        return sequences[index];
    }
}
