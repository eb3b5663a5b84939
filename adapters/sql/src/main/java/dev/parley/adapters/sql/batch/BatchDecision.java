package dev.parley.adapters.sql.batch;

import dev.parley.adapters.sql.batch.Decided.Ended;
import dev.parley.adapters.sql.batch.Decided.NewMessage;
import dev.parley.adapters.sql.batch.Decided.Remembered;
import dev.parley.adapters.sql.batch.Decided.RoomWrite;
import dev.parley.kernel.Amendment;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.log.Admission;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.AttributesStand;
import dev.parley.log.AppendResult.Held;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.MessageStands;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.PeopleStand;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.AttributeRuling;
import dev.parley.log.MessageRefusal;
import dev.parley.log.MessageRuling;
import dev.parley.log.NewEvent;
import dev.parley.log.PeopleRuling;
import dev.parley.log.RoomBuckets;
import dev.parley.log.SenderMark;
import dev.parley.log.StateChange.AmendMessage;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.StateChange.ReplaceMember;
import dev.parley.log.StateChange.ReplaceSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides the items of one batch in turn, in the order of questions that the port promises. Used once, by
/// one thread.
public final class BatchDecision {

    private record TryKey(RoomLife life, Sender sender, ClientMessageId id) {
        static TryKey of(Append item) {
            return new TryKey(
                    new RoomLife(item.room(), item.terms().life()),
                    item.author().sender(),
                    item.clientMsgId());
        }
    }

    private final Locked locked;
    private final Map<RoomId, Head> heads;
    private final Set<RoomLife> ended;
    private final Map<TryKey, FirstTry> tries = new HashMap<>();

    private final List<NewMessage> messages = new ArrayList<>();
    private final List<Remembered> remembered = new ArrayList<>();
    private final List<Ended> endings = new ArrayList<>();
    private final Map<RoomId, RoomWrite> rooms = new LinkedHashMap<>();
    private final Map<RoomSender, SenderMark> senders = new LinkedHashMap<>();
    private final AttributeDecision attributes;
    private final AmendmentDecision amendments;
    private final PeopleDecision people;
    private final List<RoomTurn> turns = new ArrayList<>();

    public BatchDecision(Locked locked) {
        this.locked = locked;
        this.attributes = new AttributeDecision(locked.attributes());
        this.amendments = new AmendmentDecision(locked.messages(), messages);
        this.people = new PeopleDecision(locked.people());
        this.heads = new HashMap<>(locked.heads());
        this.ended = new HashSet<>(locked.ended());
    }

    public Decided decide(List<Append> batch) {
        var results = new ArrayList<Settled>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            results.add(settle(batch.get(i), locked.tries().get(i)));
        }
        return new Decided(
                results,
                messages,
                amendments.writes(),
                remembered,
                endings,
                rooms,
                senders,
                attributes.writes(),
                people.writes(),
                turns);
    }

    private Settled settle(Append item, @Nullable FirstTry stored) {
        if (locked.held().contains(item.room())) {
            return new Held();
        }
        var head = heads.get(item.room());
        if (head == null) {
            return item.change() instanceof CreateRoom creation ? create(creation, item) : new NoSuchRoom();
        }
        boolean onlyCreates = item.change() instanceof CreateRoom && item.event() == null;
        if (!head.life().equals(item.terms().life())) {
            return onlyCreates ? new RoomExists() : new RulesMoved();
        }
        return onlyCreates ? new Applied(head.epoch(generation()), true) : settleIn(head, item, stored);
    }

    /// The room is there for others only when its first event won: both are written or neither.
    private Settled create(CreateRoom creation, Append item) {
        if (ended.contains(new RoomLife(item.room(), creation.life()))) {
            return new RulesMoved();
        }
        var head = Head.ofNew(item.room(), creation);
        var refusal = item.event() == null ? null : refusal(head, item);
        if (refusal != null) {
            return refusal;
        }
        heads.put(item.room(), head);
        rooms.put(item.room(), new RoomWrite(head, creation.settings(), now()));
        if (creation.owner() != null) {
            people.found(new RoomLife(item.room(), creation.life()), creation.owner(), now());
        }
        turns.add(new RoomTurn(item.room(), LifecycleKind.ROOM_CREATED));
        return item.event() == null ? new Applied(head.epoch(generation()), false) : append(head, item, item.event());
    }

    private Settled settleIn(Head head, Append item, @Nullable FirstTry stored) {
        var first = stored != null ? stored : tries.get(TryKey.of(item));
        if (first != null) {
            return repeat(head, item, first);
        }
        var refusal = refusal(head, item);
        return refusal == null ? commit(head, item) : refusal;
    }

    private Settled repeat(Head head, Append item, FirstTry first) {
        if (!first.hash().equals(item.hash()) || (item.event() == null) != (first.seq() == 0)) {
            return new IdReused(first.seq());
        }
        return item.event() == null
                ? new Applied(head.epoch(generation()), true)
                : new Appended(first.event(item, item.event(), head.epoch(generation())), true);
    }

    private @Nullable Settled refusal(Head head, Append item) {
        if (head.rules() != item.terms().rules()) {
            return new RulesMoved();
        }
        if (!versionExpected(head, item)) {
            return new VersionConflict(head.version());
        }
        if (item.change() instanceof ChangeAttributes change
                && ruling(head, change, item) instanceof AttributeRuling.Refused(var why)) {
            return new AttributesStand(why);
        }
        if (MessageRuling.refersAhead(item, head.last())) {
            return new MessageStands(new MessageRefusal.NotFound());
        }
        if (item.change() instanceof AmendMessage change) {
            var why = amendments.refusal(
                    new RoomLife(head.room(), head.life()),
                    change,
                    item.author().sender(),
                    now());
            if (why != null) {
                return new MessageStands(why);
            }
        }
        if (item.change() instanceof ReplaceMember change
                && people.ruling(lifeOf(head), change, now()) instanceof PeopleRuling.Refused(var why)) {
            return new PeopleStand(why);
        }
        return admission(head, item) instanceof Admission.Refused(var quota, var wait)
                ? new OverLimit(quota, wait)
                : null;
    }

    private Admission admission(Head head, Append item) {
        SenderMark sender = item.terms().senders().any() ? sender(RoomSender.of(item)) : SenderMark.NONE;
        return Admission.of(item, head.buckets(), sender, locked.now().micros());
    }

    private SenderMark sender(RoomSender key) {
        SenderMark used = senders.get(key);
        return used == null ? locked.senders().getOrDefault(key, SenderMark.NONE) : used;
    }

    /// What is used of the room's limits with this item; its sender's is noted.
    private RoomBuckets use(Head head, Append item) {
        if (!(admission(head, item) instanceof Admission.Passed(var room, var sender))) {
            return head.buckets();
        }
        if (item.terms().senders().any()) {
            senders.put(RoomSender.of(item), sender);
        }
        return room;
    }

    private static boolean versionExpected(Head head, Append item) {
        return switch (item.change()) {
            case ReplaceSettings replace -> replace.expectedVersion() == head.version();
            case DestroyRoom destroy ->
                destroy.expectedVersion() == null || destroy.expectedVersion() == head.version();
            case CreateRoom _ -> true;
            case ChangeAttributes _, AmendMessage _, ReplaceMember _ -> true;
            case null -> true;
        };
    }

    /// The change as it is, or would be, with the room's next event.
    private AttributeRuling ruling(Head head, ChangeAttributes change, Append item) {
        long micros = Math.max(locked.now().micros(), head.lastTs() * 1_000);
        return attributes.ruling(
                new RoomLife(head.room(), head.life()), change, item.author().sender(), head.last() + 1, micros);
    }

    private void changeAttributes(Head head, Append item) {
        if (item.change() instanceof ChangeAttributes change
                && ruling(head, change, item) instanceof AttributeRuling.Made made) {
            attributes.apply(new RoomLife(head.room(), head.life()), made);
        }
    }

    private void replaceMember(Head head, ReplaceMember change) {
        if (people.ruling(lifeOf(head), change, now()) instanceof PeopleRuling.Made made) {
            people.apply(lifeOf(head), change.user(), made);
            if (change.raisesRules()) {
                write(current(head.room()).withMovedRules());
            }
        }
    }

    private static RoomLife lifeOf(Head head) {
        return new RoomLife(head.room(), head.life());
    }

    private Settled commit(Head head, Append item) {
        changeAttributes(head, item);
        var result = item.event() == null ? remember(head, item) : append(head, item, item.event());
        switch (item.change()) {
            case ReplaceSettings replace -> replaceSettings(item.room(), replace);
            case DestroyRoom _ -> end(head);
            case CreateRoom _ -> {}
            case ReplaceMember change -> replaceMember(head, change);
            case ChangeAttributes _ -> {}
            case AmendMessage change -> amend(current(item.room()), change, item);
            case null -> {}
        }
        return result;
    }

    /// @param head with the event that tells of it
    private void amend(Head head, AmendMessage change, Append item) {
        var made = new Amendment(head.last(), head.lastTs(), item.author().sender(), change.deletes());
        amendments.apply(new RoomLife(head.room(), head.life()), change, made);
    }

    private Settled append(Head head, Append item, NewEvent content) {
        var buckets = use(head, item);
        var next = head.with(Math.max(now(), head.lastTs()), !content.type().system(), buckets);
        Event event = Events.of(item, content, new Position(next.epoch(generation()), next.last()), next.lastTs());
        messages.add(new NewMessage(event, item.hash()));
        tries.put(TryKey.of(item), new FirstTry(item.hash(), event.seq(), event.ts(), event));
        write(next);
        return new Appended(event, false);
    }

    private Settled remember(Head head, Append item) {
        remembered.add(new Remembered(item, now(), now() + window(head)));
        tries.put(TryKey.of(item), new FirstTry(item.hash(), 0, now(), null));
        return new Applied(head.epoch(generation()), false);
    }

    private void replaceSettings(RoomId room, ReplaceSettings replace) {
        var write = write(current(room).withChangedRules());
        rooms.put(room, new RoomWrite(write.head(), replace.settings(), write.createdAt()));
    }

    private void end(Head head) {
        var life = new RoomLife(head.room(), head.life());
        heads.remove(head.room());
        rooms.put(head.room(), new RoomWrite(null, null, 0));
        ended.add(life);
        endings.add(new Ended(life, now() + window(head)));
        turns.add(new RoomTurn(head.room(), LifecycleKind.ROOM_DESTROYED));
    }

    private RoomWrite write(Head head) {
        heads.put(head.room(), head);
        return rooms.merge(
                head.room(),
                new RoomWrite(head, null, 0),
                (before, after) -> new RoomWrite(head, before.settings(), before.createdAt()));
    }

    private Head current(RoomId room) {
        var head = heads.get(room);
        if (head == null) {
            throw new IllegalStateException("a room that was decided on is there");
        }
        return head;
    }

    private static long window(Head head) {
        return head.kind().dedupeWindow().toMillis();
    }

    private long now() {
        return locked.now().millis();
    }

    private long generation() {
        return locked.now().generation();
    }
}
