package dev.parley.bench.live;

import dev.parley.bench.stream.ByteSearch;
import dev.parley.bench.stream.Lines;
import dev.parley.bench.stream.StampFinder;
import dev.parley.kernel.Tier;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads the stream of one live room, without making an object of any message or signal.
final class LiveEvents extends Lines {

    private static final byte[] EVENT = ascii("event:");
    private static final byte[] DATA = ascii("data:");
    private static final byte[] ID = ascii("id:");
    private static final byte[] TIER = ascii("\"tier\":\"");
    private static final byte[] FROM = ascii("\"from\":");
    private static final byte[] TO = ascii("\"to\":");
    private static final byte[] COUNT = ascii("\"count\":");
    private static final byte[] EXPIRED = ascii("\"reason\":\"expired\"");
    private static final byte[] TYPE = ascii("\"type\":\"");
    private static final byte[] N = ascii("\"n\":");
    private static final byte[] HEAD = ascii("\"head\":");
    private static final byte[] SESSION = ascii("\"session\":\"");
    private static final byte[] JITTER = ascii("\"pullJitterMs\":");
    private static final Tier[] TIERS = Tier.values();
    private static final byte[] INITIALS = {'c', 'h', 'l'};

    /// Where it is told. One thread.
    interface Listener {

        /// The stream begins.
        ///
        /// @param position where it goes on, or empty when a gap follows
        /// @param jitterMillis within which a pull is to begin; −1 when none is told
        void hello(String position, String session, long jitterMillis);

        /// @param tier null for an event without one
        /// @param stamp when it was due; −1 when it is none of the load's
        void event(@Nullable Tier tier, long seq, long stamp);

        void dropped(Dropped dropped);

        /// The stream goes on after this position: the id of a block that was read whole.
        void position(String epoch, long seq);

        /// The server has left something out without counting it.
        void gap();

        /// @param kind by its first letter
        /// @param n its number, or −1
        void signal(byte kind, long n);

        /// Something can be pulled.
        void notified(long head);

        void ended(String why);
    }

    private enum Kind {
        MESSAGE("message"),
        HELLO("hello"),
        DROPPED("dropped"),
        GAP("gap"),
        SIGNAL("signal"),
        NOTIFY("notify"),
        RECONNECT("reconnect"),
        PROBLEM("problem"),
        CLOSED("closed"),
        OTHER("");

        private static final Kind[] ALL = values();

        private final byte[] name;

        Kind(String name) {
            this.name = ascii(name);
        }

        static Kind of(byte[] bytes, int from, int to) {
            for (Kind kind : ALL) {
                if (to - from == kind.name.length && ByteSearch.isAt(bytes, from, to, kind.name)) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    private final Listener listener;
    private final StampFinder stamps = new StampFinder();
    private Kind kind = Kind.MESSAGE;
    private String epoch = "";
    private long seq = -1;
    private boolean hasData;
    private @Nullable Tier tier;
    private long stamp;
    private @Nullable Dropped dropped;
    private byte signal;
    private long number;
    private String text = "";
    private String session = "";

    LiveEvents(Listener listener) {
        this.listener = listener;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected void line(byte[] line, int from, int to, int framed) {
        if (from == to) {
            dispatch();
            forget();
        } else if (ByteSearch.isAt(line, from, to, DATA)) {
            data(line, value(line, from + DATA.length, to), to);
        } else if (ByteSearch.isAt(line, from, to, ID)) {
            id(line, value(line, from + ID.length, to), to);
        } else if (ByteSearch.isAt(line, from, to, EVENT)) {
            kind = Kind.of(line, value(line, from + EVENT.length, to), to);
        }
    }

    private static int value(byte[] line, int at, int to) {
        return at < to && line[at] == ' ' ? at + 1 : at;
    }

    /// The epoch is made a string only when it is another one.
    private void id(byte[] line, int from, int to) {
        int colon = ByteSearch.find(line, from, to, (byte) ':');
        if (colon < 0) {
            return;
        }
        seq = ByteSearch.number(line, colon + 1, to);
        if (colon - from != epoch.length() || !isEpoch(line, from)) {
            epoch = new String(line, from, colon - from, StandardCharsets.US_ASCII);
        }
    }

    private boolean isEpoch(byte[] line, int from) {
        for (int i = 0; i < epoch.length(); i++) {
            if (line[from + i] != epoch.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void data(byte[] line, int from, int to) {
        hasData = true;
        switch (kind) {
            case MESSAGE -> {
                tier = tier(line, from, to);
                stamp = stamps.find(line, from, to);
            }
            case DROPPED -> dropped = dropped(line, from, to);
            case SIGNAL -> {
                int type = ByteSearch.find(line, from, to, TYPE);
                signal = type < 0 ? 0 : line[type + TYPE.length];
                number = number(line, from, to, N);
            }
            case NOTIFY -> number = number(line, from, to, HEAD);
            case HELLO -> {
                session = quoted(line, from, to, SESSION);
                number = number(line, from, to, JITTER);
            }
            case RECONNECT, PROBLEM, CLOSED -> text = new String(line, from, to - from, StandardCharsets.UTF_8);
            case GAP, OTHER -> {}
        }
    }

    static @Nullable Tier tier(byte[] line, int from, int to) {
        int at = ByteSearch.find(line, from, to, TIER);
        byte initial = at < 0 || at + TIER.length >= to ? 0 : line[at + TIER.length];
        for (int i = 0; i < INITIALS.length; i++) {
            if (INITIALS[i] == initial) {
                return TIERS[i];
            }
        }
        return null;
    }

    static @Nullable Dropped dropped(byte[] line, int from, int to) {
        Tier of = tier(line, from, to);
        if (of == null) {
            return null;
        }
        return new Dropped(
                of,
                number(line, from, to, FROM),
                number(line, from, to, TO),
                number(line, from, to, COUNT),
                ByteSearch.find(line, from, to, EXPIRED) >= 0);
    }

    private static long number(byte[] line, int from, int to, byte[] name) {
        int at = ByteSearch.find(line, from, to, name);
        return at < 0 ? -1 : ByteSearch.number(line, at + name.length, to);
    }

    private static String quoted(byte[] line, int from, int to, byte[] name) {
        int at = ByteSearch.find(line, from, to, name);
        int begin = at + name.length;
        int end = at < 0 ? -1 : ByteSearch.find(line, begin, to, (byte) '"');
        return end < 0 ? "" : new String(line, begin, end - begin, StandardCharsets.UTF_8);
    }

    private void dispatch() {
        if (!hasData) {
            return;
        }
        switch (kind) {
            case MESSAGE -> listener.event(tier, seq, stamp);
            case HELLO -> listener.hello(seq < 0 ? "" : epoch + ":" + seq, session, number);
            case DROPPED -> {
                if (dropped == null) {
                    listener.gap();
                } else {
                    listener.dropped(dropped);
                }
            }
            case GAP -> listener.gap();
            case SIGNAL -> listener.signal(signal, number);
            case NOTIFY -> listener.notified(number);
            case RECONNECT, PROBLEM, CLOSED -> listener.ended(text);
            case OTHER -> {}
        }
        if (seq >= 0) {
            listener.position(epoch, seq);
        }
    }

    private void forget() {
        kind = Kind.MESSAGE;
        seq = -1;
        hasData = false;
        dropped = null;
        text = "";
    }
}
