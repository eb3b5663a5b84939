package dev.parley.fanout;

import dev.parley.kernel.Author;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Signal;
import dev.parley.kernel.UserId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Signals in the bytes of a [BusMessage]: items, each led by its kind, its length and whom it is for.
final class SignalBytes {

    /// Of an item without its signals.
    static final int ITEM_BOUND = 5 + 129 + 2;

    /// Of a signal: flags, type, time, sender, name, data.
    static final int SIGNAL_BOUND = 1 + 65 + 8 + 129 + 2 + Author.MAX_NAME_LENGTH * 4 + 4 + Signal.MAX_DATA;

    private static final byte IS_SUM = 1;
    private static final byte HAS_SENDER = 2;
    private static final byte HAS_NAME = 4;

    private SignalBytes() {}

    static void write(Signal.Target to, List<Signal> signals, ByteBuffer out) {
        int start = out.position();
        switch (to) {
            case Signal.OfRoom(var room) -> begin(BusMessage.TO_ROOM, room.value(), out);
            case Signal.OfUser(var user) -> begin(BusMessage.TO_USER, user.value(), out);
        }
        out.putShort((short) signals.size());
        signals.forEach(signal -> write(signal, out));
        out.putInt(start + 1, out.position() - start - 5);
    }

    private static void begin(byte kind, String id, ByteBuffer out) {
        out.put(kind).putInt(0);
        EventBytes.writeText(id, out);
    }

    private static void write(Signal signal, ByteBuffer out) {
        switch (signal) {
            case Signal.Latest(var type, var author, var data, var ttlMs) -> {
                head((byte) 0, type, ttlMs, author, out);
                out.putInt(data.length()).put(data.utf8());
            }
            case Signal.Sum(var type, var author, var n, var ttlMs) -> {
                head(IS_SUM, type, ttlMs, author, out);
                out.putLong(n);
            }
        }
    }

    private static void head(byte flags, EventType type, long ttlMs, @Nullable Author author, ByteBuffer out) {
        String name = author == null ? null : author.name();
        out.put((byte) (flags | (author == null ? 0 : HAS_SENDER) | (name == null ? 0 : HAS_NAME)));
        EventBytes.writeText(type.value(), out);
        out.putLong(ttlMs);
        if (author != null) {
            EventBytes.writeText(author.sender().value(), out);
        }
        if (name != null) {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) utf8.length).put(utf8);
        }
    }

    /// @param relevant rooms whose signals are read
    /// @return what is for nobody here, and items of a kind that is not known, are left out
    static List<BusMessage.Told> read(ByteBuffer in, Predicate<RoomId> relevant) {
        List<BusMessage.Told> all = new ArrayList<>();
        while (in.hasRemaining()) {
            byte kind = in.get();
            int length = in.getInt();
            EventBytes.check(length, in);
            ByteBuffer item = in.slice(in.position(), length);
            in.position(in.position() + length);
            Signal.Target to = target(kind, item);
            if (to != null && wanted(to, relevant)) {
                all.add(new BusMessage.Told(to, signals(item)));
            }
        }
        return all;
    }

    private static boolean wanted(Signal.Target to, Predicate<RoomId> relevant) {
        return switch (to) {
            case Signal.OfRoom(var room) -> relevant.test(room);
            case Signal.OfUser _ -> true;
        };
    }

    private static Signal.@Nullable Target target(byte kind, ByteBuffer item) {
        return switch (kind) {
            case BusMessage.TO_ROOM -> new Signal.OfRoom(new RoomId(EventBytes.readText(item)));
            case BusMessage.TO_USER -> new Signal.OfUser(new UserId(EventBytes.readText(item)));
            default -> null;
        };
    }

    private static List<Signal> signals(ByteBuffer item) {
        int count = item.getShort();
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            signals.add(signal(item));
        }
        return signals;
    }

    private static Signal signal(ByteBuffer in) {
        byte flags = in.get();
        var type = new EventType(EventBytes.readText(in));
        long ttlMs = in.getLong();
        if (ttlMs < 1 || ttlMs > Signal.MAX_TTL_MS) {
            throw new IllegalArgumentException("a signal that lasts " + ttlMs + " ms");
        }
        Sender sender = (flags & HAS_SENDER) == 0 ? null : new Sender(EventBytes.readText(in));
        String name = (flags & HAS_NAME) == 0
                ? null
                : new String(EventBytes.readBytes(in.getShort() & 0xFFFF, in), StandardCharsets.UTF_8);
        Author author = sender == null ? null : new Author(sender, name);
        if ((flags & IS_SUM) != 0) {
            return new Signal.Sum(type, author, in.getLong(), ttlMs);
        }
        if (author == null) {
            throw new IllegalArgumentException("a signal without a sender");
        }
        int length = in.getInt();
        if (length > Signal.MAX_DATA) {
            throw new IllegalArgumentException("a signal of " + length + " bytes");
        }
        return new Signal.Latest(type, author, JsonText.ofUtf8(EventBytes.readBytes(length, in)), ttlMs);
    }
}
