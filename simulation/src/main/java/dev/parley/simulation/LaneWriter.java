package dev.parley.simulation;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Hands numbered items to a node's lanes in bursts, without waiting for answers and without trying again: they must be
/// in the log in the order in which they were handed in, whatever happened to some of them.
final class LaneWriter {

    private final World world;
    private final List<SimulatedNode> nodes;
    private final String name;
    private final Author author;
    private final SplittableRandom random;
    private final Map<RoomId, RoomState> states = new HashMap<>();
    private int numbers;
    private boolean finishing;

    LaneWriter(World world, List<SimulatedNode> nodes, String name) {
        this.world = world;
        this.nodes = nodes;
        this.name = name;
        this.author = new Author(new Sender(name), null);
        this.random = world.random.split();
    }

    void start() {
        world.time.after(Duration.ofMillis(1 + random.nextInt(700)), this::next);
    }

    void finish() {
        finishing = true;
    }

    private void next() {
        if (finishing) {
            return;
        }
        NodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        RoomId room = world.anyRoom(random);
        RoomState state = state(room);
        if (node != null && state != null) {
            int burst = 1 + random.nextInt(12);
            for (int i = 0; i < burst; i++) {
                node.append(item(room, state));
            }
        }
        start();
    }

    /// The rules as they are now, or as they were.
    @Nullable
    private RoomState state(RoomId room) {
        if (random.nextInt(4) > 0) {
            world.reader.read(room).ifPresentOrElse(now -> states.put(room, now), () -> states.remove(room));
        }
        return states.get(room);
    }

    private Append item(RoomId room, RoomState state) {
        int number = ++numbers;
        var id = new ClientMessageId("l" + number);
        var data = Message.data(name, number, random.nextInt(40) == 0, random.nextInt(300));
        var message = new Message(name, number, room, true, data, id, world.time.nanos());
        world.journal.sent(message);
        var terms = state.terms().withoutLimit();
        return Append.ofEvent(room, author, id, new ContentHash(number), message.event(), terms);
    }
}
