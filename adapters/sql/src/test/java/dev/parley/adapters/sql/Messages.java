package dev.parley.adapters.sql;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AttributeCondition;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.StateChange.CreateRoom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// What alice appends to one room of the tests.
public record Messages(RoomId room, Life life) {

    private static final Author ALICE = new Author(new Sender("alice"), "Alice");

    public static Messages to(String room) {
        return new Messages(new RoomId(room), new Life("abcd1234"));
    }

    public Append creation() {
        return creation(Retention.KEEP_ALL);
    }

    public Append creation(Retention retention) {
        var settings = new RoomSettings("", retention, 0, false);
        var creation = new CreateRoom(life, RoomKind.DURABLE, settings);
        return Append.ofCreation(room, ALICE, new ClientMessageId("~created"), creation);
    }

    public Append message(String id) {
        return message(id, "\"" + id + "\"");
    }

    public Append message(String id, String json) {
        var data = JsonText.of(json);
        return Append.ofEvent(
                room,
                ALICE,
                new ClientMessageId(id),
                ContentHash.ofMessage("text", null, 0, null, data),
                new NewEvent(new EventType("text"), Tier.HIGH, 0, null, data),
                new RoomTerms(life, RoomTerms.FIRST_RULES, 0, Retention.KEEP_ALL));
    }

    /// Takes a seat that must be free, and with it an event.
    public Append seat(String id, String key) {
        var set = Map.of(new AttributeKey(key), JsonText.of("\"" + id + "\""));
        var change = ChangeAttributes.byServer(set, Set.of(), new AttributeCondition.Absent());
        var event = message(id);
        return new Append(room, ALICE, event.clientMsgId(), event.hash(), event.event(), change, event.terms());
    }

    public List<Append> messages(String prefix, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> message(prefix + i))
                .toList();
    }
}
