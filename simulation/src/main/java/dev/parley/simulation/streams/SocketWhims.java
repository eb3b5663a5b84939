package dev.parley.simulation.streams;

import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.usecase.Draft;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What the client of a socket says when it feels like it, and what it remembers of each room.
final class SocketWhims {

    private final StreamWorld world;
    private final String name;
    private final SplittableRandom random;
    private final Map<RoomId, String> lastIds = new HashMap<>();
    private int sent;

    SocketWhims(StreamWorld world, String name) {
        this.world = world;
        this.name = name;
        this.random = world.random.split();
    }

    void saw(RoomId room, @Nullable String id) {
        if (id != null) {
            lastIds.put(room, id);
        }
    }

    /// @param session the last one it was told of
    void act(StreamNodeRun node, SocketOps ops, @Nullable SessionId session) {
        RoomId room = world.anyRoom(random);
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> subscribe(ops, room);
            case 4, 5, 6 -> ops.unsubscribe(room);
            case 7 -> {
                ops.unsubscribe(room);
                subscribe(ops, room);
            }
            case 8, 9 -> ops.publish(who -> publish(node, who, session, room));
            default -> renew(ops);
        }
    }

    /// From where it stands, as long as nothing is to come to rest also from anywhere else.
    void subscribe(SocketOps ops, RoomId room) {
        if (!world.faults.stopped() && random.nextInt(6) == 0) {
            lastIds.put(room, random.nextInt(3) == 0 ? "rubbish" : forged(room));
        } else if (!world.faults.stopped() && random.nextInt(3) == 0) {
            lastIds.remove(room);
        }
        ops.subscribe(Wishes.of(room, random), lastIds.get(room));
    }

    /// A cursor no server gave out.
    private String forged(RoomId room) {
        RoomLife life = world.history.current(room);
        return (life == null ? "1aaaaaaaa" : life.epoch.text()) + ":" + (100 + random.nextInt(1_000_000));
    }

    private void renew(SocketOps ops) {
        if (random.nextInt(8) == 0) {
            ops.renew(StreamWorld.principal("somebody-else", world.rooms), Set.copyOf(world.rooms), null);
            return;
        }
        Set<RoomId> open = random.nextInt(3) > 0 ? Set.copyOf(world.rooms) : Set.of(world.anyRoom(random));
        Duration validFor = random.nextBoolean() ? null : Duration.ofMillis(500 + random.nextInt(8_000));
        ops.renew(StreamWorld.principal(name, open), open, validFor);
    }

    private void publish(StreamNodeRun node, Principal who, @Nullable SessionId session, RoomId room) {
        world.reach(SocketCoverage.Kind.PUBLISHED);
        var draft = new Draft(
                new ClientMessageId("s" + ++sent),
                new EventType("text"),
                null,
                0,
                null,
                JsonText.of("\"" + name + " " + sent + "\""));
        node.publishing().publishAll(who, session, room, List.of(draft), _ -> {});
    }
}
