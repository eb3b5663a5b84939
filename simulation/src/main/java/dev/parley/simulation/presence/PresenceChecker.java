package dev.parley.simulation.presence;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.PresentUser;
import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Holds the registry and the lifecycle log against what the clients did.
final class PresenceChecker {

    private static final Duration EVERY = Duration.ofMillis(250);
    private static final Duration SOON = Duration.ofSeconds(4);
    /// A grace of 10 s begins when the node notices; what is told earlier than this was nobody's to tell.
    private static final long WITHIN_GRACE_MILLIS = 9_500;
    /// Lease 15 s, grace 10 s, the claim of a node that ended 10 s, and time for what failed in between.
    private static final long GHOST_MILLIS = 50_000;

    private final PresenceWorld world;
    private final Findings findings;
    private final Map<String, LifecycleKind> newest = new HashMap<>();
    private final Set<String> told = new HashSet<>();
    private long position;

    PresenceChecker(PresenceWorld world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    void watch() {
        read();
        world.tabs.forEach(this::look);
        world.time.after(EVERY, this::watch);
    }

    private void read() {
        LifecyclePage page = world.log.read(position, 500);
        if (page instanceof LifecyclePage.Rows rows) {
            rows.rows().forEach(this::row);
            position = rows.rows().isEmpty() ? position : rows.rows().getLast().pos();
        }
    }

    private void row(LifecycleRow row) {
        LifecycleEntry entry = row.entry();
        Visitor visitor = entry.visitor();
        if (visitor == null) {
            return;
        }
        boolean ofUser = entry.kind() == LifecycleKind.ONLINE || entry.kind() == LifecycleKind.OFFLINE;
        String whose = ofUser ? visitor.user() + " " + entry.room() : "" + entry.room();
        findings.demand(
                newest.put(whose, entry.kind()) != entry.kind(), "one row for each coming and going", whose, row);
        findings.demand(
                told.add(entry.room() + " " + visitor.session() + visitor.epoch() + entry.kind()),
                "no row twice",
                whose,
                row);
        if (entry.kind() == LifecycleKind.OFFLINE) {
            leave(visitor.user(), entry.room(), row.ts() - PresenceWorld.BEGIN.toEpochMilli());
        }
    }

    /// @param at when it was written down, which is read a little later
    private void leave(UserId user, RoomId room, long at) {
        long since = at - WITHIN_GRACE_MILLIS;
        world.tabs.stream()
                .filter(tab -> tab.user.equals(user) && tab.room.equals(room))
                .forEach(tab -> findings.demand(
                        tab.goodUntilAt(at) < since, "nobody leaves within his grace", tab, world.time.millis()));
    }

    private void look(Tab tab) {
        if (tab.held()) {
            world.heldUntil(tab, Duration.ZERO);
        }
        boolean listed = sessions(tab.user, tab.room) > 0;
        PresenceNode node = tab.node();
        if (tab.known() && node != null && node.well(SOON) && world.calmFor(SOON)) {
            findings.demand(listed, "who is there is listed", tab, world.time.millis());
        }
        boolean gone = world.time.millis() - world.heldUntil(tab.user, tab.room) > GHOST_MILLIS;
        if (gone && world.calmFor(Duration.ofSeconds(20)) && world.someNodeIsWell(Duration.ofSeconds(20))) {
            findings.demand(!listed, "no ghost is listed", tab, world.time.millis());
            findings.demand(
                    newest.get(tab.user + " " + tab.room) != LifecycleKind.ONLINE,
                    "no ghost is online",
                    tab,
                    world.time.millis());
        }
    }

    private int sessions(UserId user, RoomId room) {
        return world.registry.page(room, null, 500).users().stream()
                .filter(present -> present.user().equals(user))
                .mapToInt(PresentUser::sessions)
                .sum();
    }

    /// Nothing has happened for longer than anything takes.
    void atRest() {
        read();
        Map<String, Integer> open = new HashMap<>();
        for (Tab tab : world.tabs) {
            open.merge(tab.user + " " + tab.room, tab.open() ? 1 : 0, Integer::sum);
            open.merge("" + tab.room, tab.open() ? 1 : 0, Integer::sum);
        }
        for (Tab tab : world.tabs) {
            String whose = tab.user + " " + tab.room;
            int count = open.getOrDefault(whose, 0);
            findings.demand(
                    sessions(tab.user, tab.room) == count, "at rest everybody is listed as he is", whose, count);
            findings.demand(
                    count > 0 == (newest.get(whose) == LifecycleKind.ONLINE),
                    "at rest the log says who is there",
                    whose,
                    count);
            findings.demand(
                    open.getOrDefault("" + tab.room, 0) > 0 == (newest.get("" + tab.room) == LifecycleKind.OCCUPIED),
                    "at rest the log says which rooms are occupied",
                    tab.room);
        }
    }
}
