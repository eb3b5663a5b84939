package dev.parley.fanout;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// One node over a bus of the test's, in one thread.
final class FanoutFixture implements LocalRooms {

    static final NodeId SELF = new NodeId("node-self");
    static final NodeId OTHER = new NodeId("node-other");
    static final RoomId LOBBY = new RoomId("lobby");
    static final RoomId GARDEN = new RoomId("garden");
    static final Epoch EPOCH = new Epoch(7, new Life("aaaaaaaa"));
    static final Channel OWN = new Channel.OfNode(SELF);

    /// Counts what goes over the bus.
    static final class Counts implements FanoutObserver {
        final List<Integer> sent = new ArrayList<>();
        int notSent;
        int received;
        int discarded;
        int unreadable;
        int interrupted;
        int fellBack;
        int signalsLost;

        @Override
        public void signalsLost(int count) {
            signalsLost += count;
        }

        @Override
        public void sent(int events) {
            sent.add(events);
        }

        @Override
        public void notSent(int events) {
            notSent += events;
        }

        @Override
        public void received(int events, int unwanted) {
            received += events;
            discarded += unwanted;
        }

        @Override
        public void unreadable() {
            unreadable++;
        }

        @Override
        public void interrupted() {
            interrupted++;
        }

        @Override
        public void fellBack(int rooms) {
            fellBack += rooms;
        }
    }

    final ManualTime time = new ManualTime();
    final HandBus bus = new HandBus();
    final Counts counts = new Counts();
    final BusFanout fanout;
    final Set<RoomId> read = new LinkedHashSet<>();
    final List<Event> heard = new ArrayList<>();
    final List<Position> heardOf = new ArrayList<>();
    final Set<RoomId> checked = new LinkedHashSet<>();
    final Map<Position, SessionId> publishers = new LinkedHashMap<>();

    FanoutFixture(FanoutMode mode) {
        fanout = new BusFanout(SELF, mode, bus, time, time, time, new SplittableRandom(3), counts);
    }

    private FanoutFixture(FanoutMode.Registry mode, RoomHolders holders, Offload offload) {
        fanout = BusFanout.overRegistry(
                SELF, mode, holders, offload, bus, time, time, time, new SplittableRandom(3), counts);
    }

    /// A node of its own that is connected.
    static FanoutFixture connected(FanoutMode mode) {
        return connected(new FanoutFixture(mode));
    }

    /// One that asks a registry.
    static FanoutFixture overRegistry(FanoutMode.Registry mode, RoomHolders holders, Offload offload) {
        return connected(new FanoutFixture(mode, holders, offload));
    }

    private static FanoutFixture connected(FanoutFixture fixture) {
        fixture.fanout.start(fixture);
        fixture.bus.connect();
        fixture.bus.answer(OWN, true);
        return fixture;
    }

    /// Reads a room from now on.
    List<Boolean> join(RoomId room) {
        read.add(room);
        List<Boolean> ready = new ArrayList<>();
        fanout.join(room, ready::add);
        return ready;
    }

    void leave(RoomId room) {
        read.remove(room);
        fanout.left(room);
    }

    static Channel of(RoomId room) {
        return new Channel.OfRoom(room);
    }

    static Event event(RoomId room, long seq) {
        return event(room, seq, "{\"n\":" + seq + "}");
    }

    static Event event(RoomId room, long seq, String data) {
        return new Event(
                room,
                new Position(EPOCH, seq),
                new EventType("text"),
                Tier.HIGH,
                new Author(Sender.of(new UserId("anna")), null),
                new ClientMessageId("id-" + seq),
                1_000 + seq,
                JsonText.of(data),
                null,
                null);
    }

    static List<Event> events(RoomId room, long from, long to) {
        List<Event> events = new ArrayList<>();
        for (long seq = from; seq <= to; seq++) {
            events.add(event(room, seq));
        }
        return events;
    }

    /// What another node would send.
    static List<byte[]> written(RoomId room, List<Event> events, Map<Position, SessionId> publishers) {
        List<byte[]> messages = new ArrayList<>();
        var writer = new MessageWriter(OTHER, (message, _) -> messages.add(message));
        writer.events(room, events, publishers);
        writer.flush();
        return messages;
    }

    @Override
    public Collection<RoomId> rooms() {
        return List.copyOf(read);
    }

    @Override
    public boolean reads(RoomId room) {
        return read.contains(room);
    }

    @Override
    public void heard(RoomId room, List<Event> events, Map<Position, SessionId> sessions) {
        heard.addAll(events);
        publishers.putAll(sessions);
    }

    @Override
    public void heardOf(RoomId room, Position position) {
        heardOf.add(position);
    }

    @Override
    public void check(Collection<RoomId> rooms) {
        checked.addAll(rooms);
    }
}
