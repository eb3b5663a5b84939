package dev.parley.simulation.streams;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.log.SystemEvent;
import dev.parley.usecase.Precondition;
import dev.parley.usecase.SettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// Creates rooms, changes how much of them is kept, and destroys one now and then.
final class RoomKeeper {

    private final StreamWorld world;
    private final List<StreamNode> nodes;
    private final Principal principal = new Principal(new UserId("keeper"), null, Grants.NONE, true);
    private final SplittableRandom random;
    private final int restMillis;
    /// Some runs keep all rooms.
    private final boolean destroys;

    private boolean finishing;
    private int changes;

    RoomKeeper(StreamWorld world, List<StreamNode> nodes) {
        this.world = world;
        this.nodes = nodes;
        this.random = world.random.split();
        this.restMillis = 200 + random.nextInt(3_000);
        this.destroys = random.nextBoolean();
    }

    void start() {
        world.rooms.forEach(this::put);
        rest();
    }

    /// Leaves every room there; once more when what was under way is over, for a destruction may have been.
    void finish() {
        finishing = true;
        world.rooms.forEach(this::put);
    }

    private void rest() {
        world.time.after(Duration.ofMillis(1 + random.nextInt(restMillis)), this::next);
    }

    private void next() {
        if (finishing) {
            return;
        }
        RoomId room = world.anyRoom(random);
        if (random.nextInt(8) > 0 || !destroys) {
            put(room);
        } else {
            destroy(room);
        }
        rest();
    }

    private void put(RoomId room) {
        StreamNodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node != null) {
            node.administration().put(principal, room, null, settings(room), Precondition.none(), _ -> {});
        }
    }

    private void destroy(RoomId room) {
        StreamNodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node != null) {
            world.trace.note("destroy " + room);
            node.administration().destroy(principal, room, Precondition.none(), _ -> {});
        }
    }

    static JsonText render(SystemEvent event) {
        return switch (event) {
            case SystemEvent.RoomUpdated updated ->
                JsonText.of("\"" + updated.to().title() + "\"");
            case SystemEvent.RoomDestroyed _ -> JsonText.of("{}");
            case SystemEvent.AttributesChanged _,
                    SystemEvent.MemberAdded _,
                    SystemEvent.MemberRemoved _,
                    SystemEvent.MemberRoleChanged _,
                    SystemEvent.MessageEdited _,
                    SystemEvent.MessageDeleted _ -> JsonText.of("{}");
        };
    }

    private SettingsChange settings(RoomId room) {
        String title = "change " + ++changes;
        var retention = random.nextInt(3) == 0 ? new Retention(1 + random.nextInt(30), 0) : Retention.KEEP_ALL;
        return (_, _) -> new RoomSettings(title, retention, 0, false).withOverflow(world.history.overflow(room));
    }
}
