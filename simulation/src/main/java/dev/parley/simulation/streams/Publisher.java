package dev.parley.simulation.streams;

import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.usecase.Draft;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sends messages of several types, alone and in bursts, by any node; some of them expire soon.
final class Publisher {

    private static final List<EventType> TYPES =
            List.of(new EventType("text"), new EventType("mood"), new EventType("note.small"));
    /// Now and then a message fills a good part of a slice.
    private static final int LARGE = 9_000;

    private final StreamWorld world;
    private final List<StreamNode> nodes;
    private final String name;
    private final Principal principal;
    private final SplittableRandom random;
    private final Duration pace;
    private int sent;
    private boolean finishing;

    Publisher(StreamWorld world, List<StreamNode> nodes, String name) {
        this.world = world;
        this.nodes = nodes;
        this.name = name;
        this.principal =
                world.live ? StreamWorld.moderator(name, world.rooms) : StreamWorld.principal(name, world.rooms);
        this.random = world.random.split();
        this.pace = Duration.ofMillis(20 + random.nextInt(random.nextBoolean() ? 200 : 2_000));
    }

    void start() {
        world.time.after(pace.multipliedBy(1 + random.nextInt(3)).dividedBy(2), this::next);
    }

    void finish() {
        finishing = true;
    }

    /// One more message for each room, within the next moments.
    void lastWord() {
        world.rooms.forEach(room ->
                world.time.after(Duration.ofMillis(random.nextInt(250)), () -> publish(room, List.of(draft()))));
    }

    private void next() {
        if (finishing) {
            return;
        }
        RoomId room = world.anyRoom(random);
        publish(room, random.nextInt(world.live ? 12 : 60) == 0 ? heavy() : burst());
        start();
    }

    private List<Draft> burst() {
        int burst = random.nextInt(8) == 0 ? 1 + random.nextInt(60) : 1 + random.nextInt(2);
        return IntStream.range(0, burst).mapToObj(_ -> draft()).toList();
    }

    /// More than one write carries.
    private List<Draft> heavy() {
        return IntStream.range(0, 4 + random.nextInt(4))
                .mapToObj(_ -> draft(LARGE + random.nextInt(LARGE / 2)))
                .toList();
    }

    private void publish(RoomId room, List<Draft> drafts) {
        StreamNodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node != null) {
            node.publishing().publishAll(principal, room, drafts, _ -> {});
        }
    }

    private Draft draft() {
        return draft(random.nextInt(30) == 0 ? random.nextInt(LARGE) : random.nextInt(40));
    }

    private Draft draft(int padding) {
        sent++;
        long ttl = random.nextInt(12) == 0 ? 1 + random.nextInt(random.nextBoolean() ? 6_000 : 100) : 0;
        Tier tier = world.live ? anyTier() : random.nextInt(6) == 0 ? Tier.LOW : null;
        var data = JsonText.of("\"" + name + " " + sent + ".".repeat(padding) + "\"");
        EventType type = TYPES.get(random.nextInt(TYPES.size()));
        return new Draft(
                new ClientMessageId("m" + sent), type, tier, ttl, null, data, null, world.live ? anyKey() : null);
    }

    private @Nullable MessageKey anyKey() {
        return random.nextInt(4) == 0 ? null : new MessageKey("key" + random.nextInt(12));
    }

    private @Nullable Tier anyTier() {
        return switch (random.nextInt(10)) {
            case 0 -> Tier.CRITICAL;
            case 1, 2, 3, 4 -> Tier.LOW;
            default -> null;
        };
    }
}
