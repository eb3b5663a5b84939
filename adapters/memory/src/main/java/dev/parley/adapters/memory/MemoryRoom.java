package dev.parley.adapters.memory;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.Admission;
import dev.parley.log.Append;
import dev.parley.log.Member;
import dev.parley.log.MessageMark;
import dev.parley.log.NewEvent;
import dev.parley.log.Notify;
import dev.parley.log.Role;
import dev.parley.log.RoomBuckets;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderMark;
import dev.parley.log.Standing;
import dev.parley.log.StateChange.AmendMessage;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.room.RoomState;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One life of a room: its state, its log, and the ids it remembers. Guarded by the store's monitor.
final class MemoryRoom {

    final RoomId id;
    final Life life;
    final RoomKind kind;
    final long createdAt;
    final NavigableMap<Long, LogEntry> log = new TreeMap<>();
    final Tries tries = new Tries();
    final MemoryAttributes attributes = new MemoryAttributes();
    final MemoryPeople people = new MemoryPeople();

    RoomSettings settings;
    long version = 1;
    long rules = RoomTerms.FIRST_RULES;
    long first = 1;
    long head = 0;
    long lastTs = 0;
    RoomBuckets buckets = RoomBuckets.EMPTY;
    final SenderMarks senders = new SenderMarks();

    MemoryRoom(RoomId id, CreateRoom creation, long now) {
        this.id = id;
        this.life = creation.life();
        this.kind = creation.kind();
        this.settings = creation.settings();
        this.createdAt = now;
        if (creation.owner() != null) {
            people.found(new Member(creation.owner(), new Standing(Role.OWNER, Notify.ALL), now));
        }
    }

    /// Gives the event the next seq. Never a `ts` below the last one, also when the clock stepped back.
    LogEntry number(Append item, NewEvent content, long now) {
        head++;
        lastTs = Math.max(now, lastTs);
        var entry = new LogEntry(head, lastTs, item.author(), item.clientMsgId(), content);
        log.put(head, entry);
        return entry;
    }

    /// What an amendment is decided by; null = there is no such event.
    @Nullable
    MessageMark mark(long seq) {
        var entry = log.get(seq);
        return entry == null ? null : MessageMark.of(entry.event(id, epoch(0)));
    }

    /// Gives a message its new form, once the event that tells of it is the newest.
    void amend(AmendMessage change, Sender by, MemoryUsage usage) {
        log.computeIfPresent(change.seq(), (_, old) -> {
            var now = old.amended(change.data(), new Amendment(head, lastTs, by, change.deletes()));
            usage.add(0, now.dataBytes() - old.dataBytes());
            return now;
        });
    }

    SenderMark sender(Append item) {
        return item.terms().senders().any() ? senders.get(item.author().sender()) : SenderMark.NONE;
    }

    /// What the item used up of the limits.
    void use(Append item, Admission.Passed passed) {
        buckets = passed.room();
        if (item.terms().senders().any()) {
            senders.put(item.author().sender(), passed.sender());
        }
    }

    void replaceSettings(RoomSettings newSettings) {
        settings = newSettings;
        version++;
        rules++;
    }

    /// Takes the oldest event from the log, which then begins after it; its id stays known.
    void trimOldest(MemoryUsage usage) {
        var oldest = log.pollFirstEntry().getValue();
        first = oldest.seq() + 1;
        tries.eventTrimmed(oldest);
        usage.remove(0, oldest.dataBytes());
        attributes.trim(first, usage);
    }

    /// For a life that ended: takes an event, an attribute, a member, or an id without an event.
    ///
    /// @return whether there was one
    boolean removeOldestRow(MemoryUsage usage) {
        var oldest = log.pollFirstEntry();
        if (oldest != null) {
            usage.remove(1, oldest.getValue().dataBytes());
            return true;
        }
        return attributes.removeOne(usage) || people.removeOne(usage) || forgetId(Long.MAX_VALUE, usage);
    }

    /// Forgets one id without an event that is at least this old.
    ///
    /// @return whether there was one
    boolean forgetId(long notAfter, MemoryUsage usage) {
        boolean forgotten = tries.forgetOne(notAfter);
        if (forgotten) {
            usage.remove(1, 0);
        }
        return forgotten;
    }

    /// With its people.
    RoomState state(long generation, Set<UserId> asked) {
        return state(generation).with(people.of(asked));
    }

    RoomState state(long generation) {
        return new RoomState(id, epoch(generation), kind, settings, version, rules, first, head, createdAt);
    }

    Epoch epoch(long generation) {
        return new Epoch(generation, life);
    }
}
