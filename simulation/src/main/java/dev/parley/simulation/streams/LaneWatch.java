package dev.parley.simulation.streams;

import dev.parley.kernel.RoomId;
import dev.parley.simulation.streams.CountedBuffers.Content;
import java.util.List;

/// Looks at what one lane does, as it can be seen from its loop and its connections. Times are virtual nanoseconds.
interface LaneWatch {

    /// One write to one connection.
    ///
    /// @param shared whether its buffer is made for several connections: a pass's
    /// @param pinned bytes of the buffers that the client had not taken completely before
    record LaneWrite(long at, Transcript to, boolean shared, Content content, int pinned) {

        /// Whether a pass brought events.
        boolean pass() {
            return shared && !content.messages().isEmpty();
        }
    }

    /// The loop begins with its next task.
    default void task(long at) {}

    /// The loop does something else for a good while.
    default void stalled() {}

    /// The stream has its place on the lane.
    default void joined(Transcript who) {}

    /// A room has its place on a connection that is there.
    ///
    /// @param again whether the connection had it before
    default void subscribed(Transcript who, RoomId room, boolean again) {}

    default void unsubscribed(Transcript who, RoomId room) {}

    default void wrote(LaneWrite write) {}

    /// The connection takes nothing for a while.
    default void blocked(Transcript who) {}

    default void freed(Transcript who) {}

    /// The node has ended the stream.
    default void ended(Transcript who) {}

    /// The stream has ended, or the client has gone without its lane knowing yet.
    default void left(Transcript who) {}

    static LaneWatch all(List<LaneWatch> watches) {
        return new LaneWatch() {
            @Override
            public void task(long at) {
                watches.forEach(watch -> watch.task(at));
            }

            @Override
            public void stalled() {
                watches.forEach(LaneWatch::stalled);
            }

            @Override
            public void joined(Transcript who) {
                watches.forEach(watch -> watch.joined(who));
            }

            @Override
            public void subscribed(Transcript who, RoomId room, boolean again) {
                watches.forEach(watch -> watch.subscribed(who, room, again));
            }

            @Override
            public void unsubscribed(Transcript who, RoomId room) {
                watches.forEach(watch -> watch.unsubscribed(who, room));
            }

            @Override
            public void wrote(LaneWrite write) {
                watches.forEach(watch -> watch.wrote(write));
            }

            @Override
            public void blocked(Transcript who) {
                watches.forEach(watch -> watch.blocked(who));
            }

            @Override
            public void freed(Transcript who) {
                watches.forEach(watch -> watch.freed(who));
            }

            @Override
            public void ended(Transcript who) {
                watches.forEach(watch -> watch.ended(who));
            }

            @Override
            public void left(Transcript who) {
                watches.forEach(watch -> watch.left(who));
            }
        };
    }
}
