package dev.parley.adapters.memory;

import dev.parley.adapters.memory.MemoryStore.Moment;
import dev.parley.kernel.Epoch;
import dev.parley.log.Admission;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.AttributesStand;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.MessageStands;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.PeopleStand;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AppendResult.StoreFull;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.AttributeRuling;
import dev.parley.log.MessageRefusal;
import dev.parley.log.MessageRuling;
import dev.parley.log.NewEvent;
import dev.parley.log.PeopleRuling;
import dev.parley.log.StateChange.AmendMessage;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.StateChange.ReplaceMember;
import dev.parley.log.StateChange.ReplaceSettings;
import org.jspecify.annotations.Nullable;

/// Decides the items of one batch in turn, under the store's monitor and at one moment of its clock. The
/// order of the questions is the contract's.
final class MemoryTransaction {

    private final MemoryStore store;
    private final Moment now;

    MemoryTransaction(MemoryStore store) {
        this.store = store;
        this.now = store.now();
    }

    Settled settle(Append item) {
        var room = store.room(item.room());
        if (room == null) {
            return item.change() instanceof CreateRoom creation ? create(creation, item) : new NoSuchRoom();
        }
        boolean onlyCreates = item.change() instanceof CreateRoom && item.event() == null;
        if (!room.life.equals(item.terms().life())) {
            return onlyCreates ? new RoomExists() : new RulesMoved();
        }
        return onlyCreates ? new Applied(epoch(room), true) : settleIn(room, item);
    }

    /// The new room is shown to nobody before its first event has won: both are committed or neither.
    private Settled create(CreateRoom creation, Append item) {
        if (store.ended.contains(item.room(), creation.life())) {
            return new RulesMoved();
        }
        if (item.event() == null && store.usage.isTooFullFor(item)) {
            return new StoreFull();
        }
        var room = new MemoryRoom(item.room(), creation, now.millis());
        var result = item.event() == null ? new Applied(epoch(room), false) : settleIn(room, item);
        if (result instanceof Applied || result instanceof Appended) {
            store.add(room);
        }
        return result;
    }

    private Settled settleIn(MemoryRoom room, Append item) {
        var first = room.tries.first(TryKey.of(item));
        if (first != null) {
            return repeat(room, item, first);
        }
        var refusal = refusal(room, item);
        return refusal == null ? commit(room, item) : refusal;
    }

    private Settled repeat(MemoryRoom room, Append item, FirstTry first) {
        if (!first.hash().equals(item.hash())) {
            return new IdReused(first.seq());
        }
        if (item.event() == null) {
            return new Applied(epoch(room), true);
        }
        var entry = room.log.get(first.seq());
        if (entry == null || entry.amendment() != null) {
            entry = new LogEntry(first.seq(), first.ts(), item.author(), item.clientMsgId(), item.event());
        }
        return new Appended(entry.event(room.id, epoch(room)), true);
    }

    private @Nullable Settled refusal(MemoryRoom room, Append item) {
        if (room.rules != item.terms().rules()) {
            return new RulesMoved();
        }
        if (!versionExpected(room, item)) {
            return new VersionConflict(room.version);
        }
        if (item.change() instanceof ChangeAttributes change
                && ruling(room, change, item) instanceof AttributeRuling.Refused(var why)) {
            return new AttributesStand(why);
        }
        if (MessageRuling.refersAhead(item, room.head)) {
            return new MessageStands(new MessageRefusal.NotFound());
        }
        if (item.change() instanceof AmendMessage change) {
            var why = MessageRuling.refusal(
                    change, room.mark(change.seq()), item.author().sender(), now.millis());
            if (why != null) {
                return new MessageStands(why);
            }
        }
        if (item.change() instanceof ReplaceMember change
                && room.people.ruling(change, now.millis()) instanceof PeopleRuling.Refused(var why)) {
            return new PeopleStand(why);
        }
        if (admission(room, item) instanceof Admission.Refused(var quota, var wait)) {
            return new OverLimit(quota, wait);
        }
        return store.usage.isTooFullFor(item) ? new StoreFull() : null;
    }

    private Admission admission(MemoryRoom room, Append item) {
        return Admission.of(item, room.buckets, room.sender(item), now.micros());
    }

    private static boolean versionExpected(MemoryRoom room, Append item) {
        return switch (item.change()) {
            case ReplaceSettings replace -> replace.expectedVersion() == room.version;
            case DestroyRoom destroy -> destroy.expectedVersion() == null || destroy.expectedVersion() == room.version;
            case CreateRoom _ -> true;
            case ChangeAttributes _, AmendMessage _, ReplaceMember _ -> true;
            case null -> true;
        };
    }

    /// The change as it is, or would be, with the room's next event.
    private AttributeRuling ruling(MemoryRoom room, ChangeAttributes change, Append item) {
        return room.attributes.ruling(change, item, room.head + 1, Math.max(now.micros(), room.lastTs * 1_000));
    }

    private void changeAttributes(MemoryRoom room, Append item) {
        if (item.change() instanceof ChangeAttributes change
                && ruling(room, change, item) instanceof AttributeRuling.Made made) {
            room.attributes.apply(made, store.usage);
        }
    }

    private void replaceMember(MemoryRoom room, ReplaceMember change) {
        if (room.people.ruling(change, now.millis()) instanceof PeopleRuling.Made made) {
            room.people.apply(change.user(), made, store.usage);
            room.rules += change.raisesRules() ? 1 : 0;
        }
    }

    private Settled commit(MemoryRoom room, Append item) {
        changeAttributes(room, item);
        var result = item.event() == null ? remember(room, item) : append(room, item, item.event());
        switch (item.change()) {
            case ReplaceSettings replace -> room.replaceSettings(replace.settings());
            case DestroyRoom _ -> store.end(room, now);
            case CreateRoom _ -> {}
            case ReplaceMember change -> replaceMember(room, change);
            case ChangeAttributes _ -> {}
            case AmendMessage change -> room.amend(change, item.author().sender(), store.usage);
            case null -> {}
        }
        return result;
    }

    private Settled append(MemoryRoom room, Append item, NewEvent content) {
        if (admission(room, item) instanceof Admission.Passed passed) {
            room.use(item, passed);
        }
        var entry = room.number(item, content, now.millis());
        room.tries.add(entry.key(), new FirstTry(item.hash(), entry.seq(), entry.ts()));
        store.usage.add(1, entry.dataBytes());
        return new Appended(entry.event(room.id, epoch(room)), false);
    }

    private Settled remember(MemoryRoom room, Append item) {
        room.tries.add(TryKey.of(item), new FirstTry(item.hash(), 0, now.millis()));
        store.usage.add(1, 0);
        return new Applied(epoch(room), false);
    }

    private Epoch epoch(MemoryRoom room) {
        return room.epoch(store.generation);
    }
}
