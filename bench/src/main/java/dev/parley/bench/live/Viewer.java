package dev.parley.bench.live;

import dev.parley.bench.stream.Chunked;
import dev.parley.bench.stream.Head;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.Pace;
import dev.parley.bench.stream.Stage;
import dev.parley.bench.stream.StreamConnection;
import dev.parley.kernel.Tier;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/// One who watches the room. Used by the loop's thread alone.
final class Viewer implements StreamConnection.User, LiveEvents.Listener {

    /// Told of what becomes of a viewer, and asked what it says.
    interface Owner {

        byte[] request(int number, String cursor);

        void isOpen(Viewer viewer);

        void isGone(Viewer viewer, boolean wasOpen, String why);

        /// The viewer may pull up to this seq.
        void notified(Viewer viewer, long head);
    }

    private enum At {
        NOWHERE,
        OPENING,
        OPEN
    }

    static final byte HEART = 'h';
    static final byte APPLAUSE = 'a';

    private final int number;
    private final Owner owner;
    private final @Nullable LiveTally tally;
    private final Account account = new Account();
    private final StreamConnection connection;
    private Pace pace;
    private At at = At.NOWHERE;
    private String session = "";
    private long jitterMillis;
    private long hearts;
    private long applause;
    private final HeardSignals others = new HeardSignals();
    private long notified;

    /// @param tally null when what it receives is no part of the latencies
    Viewer(int number, InetSocketAddress server, Pace pace, Owner owner, @Nullable LiveTally tally) {
        this.number = number;
        this.pace = pace;
        this.owner = owner;
        this.tally = tally;
        this.connection = new StreamConnection(server, this);
    }

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

    void sip(Loop loop) {
        connection.sip(loop);
    }

    void close() {
        connection.close();
        at = At.NOWHERE;
    }

    int number() {
        return number;
    }

    Pace pace() {
        return pace;
    }

    boolean isOpen() {
        return at == At.OPEN;
    }

    Account account() {
        return account;
    }

    /// As its stream named it.
    String session() {
        return session;
    }

    long jitterMillis() {
        return jitterMillis;
    }

    long hearts() {
        return hearts;
    }

    long applause() {
        return applause;
    }

    /// All that are no sums.
    HeardSignals others() {
        return others;
    }

    long notifies() {
        return notified;
    }

    @Override
    public byte[] request() {
        return owner.request(number, account.cursor());
    }

    @Override
    public Stage stage(Head head) {
        return Chunked.whenSaid(head, new LiveEvents(this), connection::ended);
    }

    @Override
    public void readAt(long nanos) {
        others.readAt(nanos);
        if (tally != null) {
            tally.readAt(nanos);
        }
    }

    @Override
    public void gone(String why) {
        boolean wasOpen = isOpen();
        at = At.NOWHERE;
        owner.isGone(this, wasOpen, why);
    }

    @Override
    public void hello(String position, String newSession, long newJitterMillis) {
        session = newSession;
        jitterMillis = newJitterMillis;
        int colon = position.indexOf(':');
        if (colon >= 0) {
            account.begins(position.substring(0, colon), Long.parseLong(position.substring(colon + 1)));
        }
        if (at == At.OPENING) {
            at = At.OPEN;
            if (pace != Pace.FULL) {
                connection.rest();
            }
            owner.isOpen(this);
        }
    }

    @Override
    public void event(@Nullable Tier tier, long seq, long stamp) {
        if (account.received(tier, seq, stamp) && tier != null && tally != null) {
            tally.delivered(tier, stamp);
        }
    }

    @Override
    public void dropped(Dropped dropped) {
        account.told(dropped);
    }

    @Override
    public void position(String epoch, long seq) {
        account.position(epoch, seq);
    }

    @Override
    public void gap() {
        account.gap();
    }

    @Override
    public void signal(byte kind, long n) {
        switch (kind) {
            case HEART -> hearts += Math.max(0, n);
            case APPLAUSE -> applause += Math.max(0, n);
            default -> others.heard();
        }
    }

    @Override
    public void notified(long head) {
        notified++;
        owner.notified(this, head);
    }

    @Override
    public void ended(String why) {
        connection.ended(why);
    }
}
