package dev.parley.fanout;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;

/// Where a message goes on the bus. Equal channels are one, different ones never meet: an adapter encodes the ids so
/// that no character of theirs has a meaning in a subject or key.
public sealed interface Channel {

    /// Every node listens.
    record Everyone() implements Channel {}

    /// The nodes with readers of this room.
    record OfRoom(RoomId room) implements Channel {}

    /// The nodes with readers of any room that is hashed to this number.
    ///
    /// @param number 0 or more
    record Shard(int number) implements Channel {

        public Shard {
            if (number < 0) {
                throw new IllegalArgumentException("a shard's number is not negative");
            }
        }
    }

    /// One node alone.
    record OfNode(NodeId node) implements Channel {}

    /// Every node listens, for what concerns users rather than rooms.
    record Users() implements Channel {}

    /// The nodes with a stream of this user.
    record OfUser(UserId user) implements Channel {}
}
