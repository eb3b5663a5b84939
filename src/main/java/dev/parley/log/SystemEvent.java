package dev.parley.log;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;

/// What the server itself writes into a room's log.
public sealed interface SystemEvent {

    EventType type();

    /// Settings changed.
    record RoomUpdated(RoomSettings from, RoomSettings to) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.updated");
        }
    }

    /// The last event of a life.
    record RoomDestroyed() implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.destroyed");
        }
    }

    /// Somebody became a member.
    record MemberAdded(UserId user, Role role) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.member.added");
        }
    }

    /// Somebody is no member any more.
    record MemberRemoved(UserId user) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.member.removed");
        }
    }

    /// A member has another role.
    record MemberRoleChanged(UserId user, Role from, Role to) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.member.role");
        }
    }

    /// Attributes were set and removed.
    record AttributesChanged(StateChange.ChangeAttributes change) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.attributes");
        }
    }

    /// A message has other data.
    record MessageEdited(long seq, Sender by) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.message.edited");
        }
    }

    /// A message has no data any more.
    record MessageDeleted(long seq, Sender by) implements SystemEvent {
        @Override
        public EventType type() {
            return new EventType("room.message.deleted");
        }
    }
}
