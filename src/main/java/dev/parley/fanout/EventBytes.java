package dev.parley.fanout;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One event, and the parts of it, in the bytes of a [BusMessage].
final class EventBytes {

    /// An event and the session that published it.
    record Told(Event event, @Nullable SessionId session) {}

    /// The most bytes of everything but the data: seven texts of one byte's length each, and the numbers.
    private static final int MOST_BESIDE_DATA = 7 * 256 + Author.MAX_NAME_LENGTH * 4 + MessageKey.MAX_LENGTH * 4 + 66;

    private EventBytes() {}

    /// The most it may take.
    static int bound(Event event) {
        return MOST_BESIDE_DATA + event.data().length();
    }

    static void write(Event event, @Nullable SessionId session, ByteBuffer out) {
        String name = event.author().name();
        Long ref = event.ref();
        Long expiry = event.expiresAt();
        MessageKey key = event.key();
        out.put((byte) ((name == null ? 0 : BusMessage.HAS_NAME)
                | (ref == null ? 0 : BusMessage.HAS_REF)
                | (expiry == null ? 0 : BusMessage.HAS_EXPIRY)
                | (session == null ? 0 : BusMessage.HAS_SESSION)
                | (key == null ? 0 : BusMessage.HAS_KEY)));
        out.putLong(event.seq());
        writeText(event.type().value(), out);
        out.put((byte) event.tier().ordinal());
        writeText(event.author().sender().value(), out);
        writeText(event.clientMsgId().value(), out);
        out.putLong(event.ts());
        if (name != null) {
            writeLongText(name, out);
        }
        if (ref != null) {
            out.putLong(ref);
        }
        if (expiry != null) {
            out.putLong(expiry);
        }
        if (session != null) {
            writeText(session.value(), out);
        }
        if (key != null) {
            writeLongText(key.value(), out);
        }
        out.putInt(event.data().length()).put(event.data().utf8());
    }

    static Told read(RoomId room, Epoch epoch, ByteBuffer in) {
        byte has = in.get();
        var position = new Position(epoch, in.getLong());
        var type = new EventType(readText(in));
        Tier tier = tier(in.get());
        var sender = new Sender(readText(in));
        var clientMsgId = new ClientMessageId(readText(in));
        long ts = in.getLong();
        String name = (has & BusMessage.HAS_NAME) == 0 ? null : readLongText(in);
        Long ref = (has & BusMessage.HAS_REF) == 0 ? null : Long.valueOf(in.getLong());
        Long expiry = (has & BusMessage.HAS_EXPIRY) == 0 ? null : Long.valueOf(in.getLong());
        SessionId session = (has & BusMessage.HAS_SESSION) == 0 ? null : new SessionId(readText(in));
        MessageKey key = (has & BusMessage.HAS_KEY) == 0 ? null : new MessageKey(readLongText(in));
        var data = JsonText.ofUtf8(readBytes(in.getInt(), in));
        var author = new Author(sender, name);
        var event = new Event(room, position, type, tier, author, clientMsgId, ts, data, ref, expiry, key);
        return new Told(event, session);
    }

    private static Tier tier(byte ordinal) {
        Tier[] tiers = Tier.values();
        if (ordinal < 0 || ordinal >= tiers.length) {
            throw new IllegalArgumentException("no such tier");
        }
        return tiers[ordinal];
    }

    static void writeEpoch(Epoch epoch, ByteBuffer out) {
        out.putLong(epoch.generation());
        writeText(epoch.life().value(), out);
    }

    static Epoch readEpoch(ByteBuffer in) {
        return new Epoch(in.getLong(), new Life(readText(in)));
    }

    /// @param text of ASCII, at most 255 characters
    static void writeText(String text, ByteBuffer out) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        out.put((byte) ascii.length).put(ascii);
    }

    static String readText(ByteBuffer in) {
        return new String(readBytes(in.get() & 0xFF, in), StandardCharsets.US_ASCII);
    }

    /// @param text of any characters, at most 65,535 bytes
    private static void writeLongText(String text, ByteBuffer out) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) utf8.length).put(utf8);
    }

    private static String readLongText(ByteBuffer in) {
        return new String(readBytes(in.getShort() & 0xFFFF, in), StandardCharsets.UTF_8);
    }

    /// Looks before it allocates: a length may be garbage.
    static byte[] readBytes(int length, ByteBuffer in) {
        check(length, in);
        var bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    static void check(int length, ByteBuffer in) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
    }
}
