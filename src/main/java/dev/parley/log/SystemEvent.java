package dev.parley.log;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Sender;

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
