package dev.parley.fleet;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Starts what was asked for, shows it, and ends it on Ctrl-C or SIGTERM. Ends with 1 when it cannot start or no server
/// is left.
public final class Fleet {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private Fleet() {}

    public static void main(String[] words) {
        var screen = Screen.ofThisProcess();
        try {
            run(FleetPlan.parse(List.of(words)), screen);
        } catch (FleetFailure e) {
            System.err.println("parley: " + e.sentence());
        }
        System.exit(1);
    }

    private static void run(FleetPlan plan, Screen screen) {
        Services.requireInstalled(plan);
        if (plan.port() != 0) {
            Ports.requireFree(plan.port());
        }
        var fleet = new RunningFleet(plan, FleetFolder.open(plan.data()), screen);
        // Both signals and the end of this method come here.
        Runtime.getRuntime().addShutdownHook(new Thread(fleet::close, "stop"));
        fleet.start();
        screen.print(Welcome.text(plan, fleet));
        watch(fleet, screen);
        screen.say("no server is left");
    }

    private static void watch(RunningFleet fleet, Screen screen) {
        Set<Part> dead = new HashSet<>();
        while (fleet.nodes().stream().anyMatch(node -> node.part().child().isAlive())) {
            Map<ServerNode, ServerNode.View> views = new LinkedHashMap<>();
            fleet.nodes().forEach(node -> views.put(node, node.look()));
            fleet.nodes().forEach(node -> tellEnd(node.part(), dead, screen));
            fleet.others().forEach(part -> tellEnd(part, dead, screen));
            screen.show(Table.of(views, fleet.others()));
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private static void tellEnd(Part part, Set<Part> dead, Screen screen) {
        if (!part.child().isAlive() && dead.add(part)) {
            screen.say(part.name() + " has ended with status " + part.child().status() + "; its log: "
                    + part.child().log());
        }
    }
}
