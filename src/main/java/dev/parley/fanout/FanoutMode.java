package dev.parley.fanout;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.util.List;

/// Through which channels the nodes hear of a room: the whole difference between the modes that go over a bus. All
/// nodes of a fleet have to be of one mode; those of another hear of their rooms by looking into the log.
public sealed interface FanoutMode {

    /// Where its news go.
    Channel channel(RoomId room);

    /// What a node has to listen to in order to hear of it.
    default List<Channel> heardBy(NodeId node, RoomId room) {
        return List.of(channel(room));
    }

    /// One channel for everything: each node hears of all rooms and leaves out those nobody reads there.
    record Broadcast() implements FanoutMode {

        @Override
        public Channel channel(RoomId room) {
            return new Channel.Everyone();
        }
    }

    /// A channel for each room: a node hears of the rooms it has readers of, and of no other.
    record Rooms() implements FanoutMode {

        @Override
        public Channel channel(RoomId room) {
            return new Channel.OfRoom(room);
        }
    }

    /// Rooms are hashed onto a fixed number of channels.
    ///
    /// @param channels how many, the same on all nodes
    record Sharded(int channels) implements FanoutMode {

        public Sharded {
            if (channels < 1) {
                throw new IllegalArgumentException("there is at least one channel");
            }
        }

        /// The hash is the one the language specifies for texts, so that it is the same everywhere and for ever.
        @Override
        public Channel channel(RoomId room) {
            int hash = room.value().hashCode();
            return new Channel.Shard(Math.floorMod(hash ^ (hash >>> 16), channels));
        }
    }

    /// Publishers look up which nodes hold a room and send to those nodes' own channels.
    ///
    /// @param fallback when that is not known
    record Registry(RegistryFallback fallback) implements FanoutMode {

        /// Where the holders are not known.
        @Override
        public Channel channel(RoomId room) {
            return new Channel.Everyone();
        }

        @Override
        public List<Channel> heardBy(NodeId node, RoomId room) {
            return List.of(new Channel.OfNode(node), channel(room));
        }
    }
}
