package dev.parley.log;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import java.util.List;
import java.util.stream.IntStream;

/// Appends as tests need them.
final class Appends {

    static final RoomId R = new RoomId("r");
    static final RoomId S = new RoomId("s");
    static final RoomId T = new RoomId("t");
    static final RoomTerms TERMS = new RoomTerms(LogTable.LIFE, 1, 0, new Retention(7, 0));

    private static final Author ANNA = new Author(new Sender("anna"), null);

    private Appends() {}

    static Append append(RoomId room, String id) {
        return append(room, id, JsonText.of("1"));
    }

    static Append append(RoomId room, String id, JsonText data) {
        var event = new NewEvent(new EventType("text"), Tier.HIGH, 0, null, data);
        return Append.ofEvent(room, ANNA, new ClientMessageId(id), new ContentHash(1), event, TERMS);
    }

    /// An append that weighs exactly this much.
    static Append weighing(RoomId room, String id, int weight) {
        int overhead = append(room, id, JsonText.of("")).weight();
        return append(room, id, JsonText.ofUtf8(new byte[weight - overhead]));
    }

    /// From prefix + 1 to prefix + count.
    static List<Append> many(RoomId room, String prefix, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> append(room, prefix + i))
                .toList();
    }
}
