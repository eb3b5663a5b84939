package dev.parley.simulation;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Precondition;
import dev.parley.usecase.RoomResult;
import dev.parley.usecase.SettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// Creates, changes and destroys rooms, one request after the other, and does not try again.
final class SimulatedAdministrator {

    private final World world;
    private final List<SimulatedNode> nodes;
    private final String name;
    private final UserId id;
    private final SplittableRandom random;
    private final int restMillis;
    private int requests;
    private boolean finishing;

    SimulatedAdministrator(World world, List<SimulatedNode> nodes, String name) {
        this.world = world;
        this.nodes = nodes;
        this.name = name;
        this.id = new UserId(name);
        this.random = world.random.split();
        this.restMillis = 100 + random.nextInt(3_000);
    }

    void start() {
        world.rooms.forEach(room -> put(room, nodes.getFirst().runs().getFirst()));
    }

    void finish() {
        finishing = true;
    }

    private void rest() {
        world.time.after(Duration.ofMillis(random.nextInt(restMillis)), this::next);
    }

    private void next() {
        NodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (finishing) {
            return;
        }
        if (node == null) {
            rest();
            return;
        }
        RoomId room = world.anyRoom(random);
        switch (random.nextInt(10)) {
            case 0 -> destroy(room, node);
            case 1, 2, 3 -> put(room, node);
            default -> patch(room, node);
        }
    }

    private void put(RoomId room, NodeRun node) {
        String tag = tag("put");
        Journal.Call<Answer<RoomResult>> call = call(tag, room, node);
        node.administration()
                .put(who(tag), room, null, settings(tag), Precondition.none(), world.wiring.answer(call::answer));
    }

    private void patch(RoomId room, NodeRun node) {
        String tag = tag("patch");
        Journal.Call<Answer<RoomResult>> call = call(tag, room, node);
        node.administration()
                .patch(who(tag), room, null, settings(tag), Precondition.none(), world.wiring.answer(call::answer));
    }

    private void destroy(RoomId room, NodeRun node) {
        String tag = tag("destroy");
        Journal.Call<Answer<Boolean>> call = call(tag, room, node);
        node.administration().destroy(who(tag), room, Precondition.none(), world.wiring.answer(call::answer));
    }

    private <A extends Answer<?>> Journal.Call<A> call(String tag, RoomId room, NodeRun node) {
        Journal.Call<A> call = node.call(tag + " " + room, room, _ -> rest(), this::rest);
        world.journal.change(tag, call);
        return call;
    }

    /// Names one request; what it causes is found by it.
    private String tag(String what) {
        return name + " " + what + " " + ++requests;
    }

    private Principal who(String tag) {
        return new Principal(id, tag, Grants.NONE, true);
    }

    private SettingsChange settings(String title) {
        boolean frozen = random.nextInt(4) == 0;
        int inbound = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
        var retention = random.nextInt(3) == 0 ? new Retention(1 + random.nextInt(20), 0) : Retention.KEEP_ALL;
        return (_, _) -> new RoomSettings(title, retention, inbound, frozen);
    }
}
