package dev.parley.log;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.UserId;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A change of a room's state, written in the same transaction as the event that tells of it.
public sealed interface StateChange {

    /// Creates the room unless it exists. It has no event and no seq. Running it again with the same life is a repeat.
    ///
    /// @param owner its first member; null = it begins without people
    record CreateRoom(
            Life life,
            RoomKind kind,
            RoomSettings settings,
            @Nullable UserId owner) implements StateChange {

        /// A room without people.
        public CreateRoom(Life life, RoomKind kind, RoomSettings settings) {
            this(life, kind, settings, null);
        }

        /// A room as its kind is when nobody sets anything.
        public static CreateRoom ofDefaults(Life life, RoomKind kind) {
            return new CreateRoom(life, kind, RoomSettings.defaults(kind));
        }

        /// What is appended together with the creation is decided under these.
        public RoomTerms terms() {
            return RoomTerms.ofNew(life, settings);
        }
    }

    /// Replaces all settings and raises `version` and `rules`, if the version is still the expected one.
    record ReplaceSettings(RoomSettings settings, long expectedVersion) implements StateChange {}

    /// Ends this life of the room. Its event is the last of the log; the rows go in the background.
    ///
    /// @param expectedVersion null = whatever the version is
    record DestroyRoom(@Nullable Long expectedVersion) implements StateChange {}

    /// Makes somebody a member, changes what he is, or removes him, as [PeopleRuling] says.
    ///
    /// @param from what he has to be before; null = no member
    /// @param to what he is then; null = no member
    record ReplaceMember(
            UserId user, @Nullable Standing from, @Nullable Standing to) implements StateChange {

        /// Whether decisions under the rules from before may be wrong now. Who only joins was refused before, and
        /// no refusal is given from memory.
        public boolean raisesRules() {
            boolean joins = from == null && to != null && to.role() == Role.MEMBER;
            boolean keepsRole = from != null && to != null && from.role() == to.role();
            return !joins && !keepsRole;
        }
    }

    /// Sets and removes attributes, all of them or none, as [AttributeRuling] says. It has an event.
    ///
    /// @param removed none of the keys of `set`
    /// @param autoDelete whether what is set goes when its owner has left the room
    /// @param ttlMs how long what is set is held; 0 = until it is removed
    /// @param force whether it may change what belongs to others
    /// @param limited whether it counts against [AttributeBook#PER_SECOND]
    /// @param condition on each of the keys
    record ChangeAttributes(
            SortedMap<AttributeKey, JsonText> set,
            SortedSet<AttributeKey> removed,
            boolean autoDelete,
            long ttlMs,
            boolean force,
            boolean limited,
            AttributeCondition condition)
            implements StateChange {

        public ChangeAttributes {
            set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
            removed = Collections.unmodifiableSortedSet(new TreeSet<>(removed));
            if (!Collections.disjoint(set.keySet(), removed) || ttlMs < 0) {
                throw new IllegalArgumentException("a key is set or removed, and ttlMs is not negative");
            }
        }

        /// Whoever's they are, and without a limit.
        public static ChangeAttributes byServer(
                Map<AttributeKey, JsonText> set, Set<AttributeKey> removed, AttributeCondition condition) {
            return new ChangeAttributes(new TreeMap<>(set), new TreeSet<>(removed), false, 0, true, false, condition);
        }

        /// All it names.
        public Stream<AttributeKey> keys() {
            return Stream.concat(set.keySet().stream(), removed.stream());
        }
    }

    /// Gives a message another form, as [MessageRuling] says. Its event refers to the message.
    sealed interface AmendMessage extends StateChange {

        /// Of the message.
        long seq();

        AmendmentTerms terms();

        /// What the message is to hold.
        JsonText data();

        default boolean deletes() {
            return this instanceof DeleteMessage;
        }
    }

    /// Replaces a message's data.
    record EditMessage(long seq, JsonText data, AmendmentTerms terms) implements AmendMessage {}

    /// Leaves a message without data.
    record DeleteMessage(long seq, AmendmentTerms terms) implements AmendMessage {

        @Override
        public JsonText data() {
            return Amendment.NO_DATA;
        }
    }
}
