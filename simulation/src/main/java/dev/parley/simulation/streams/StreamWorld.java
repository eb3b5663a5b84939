package dev.parley.simulation.streams;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Overflow;
import dev.parley.simulation.Faults;
import dev.parley.simulation.Trace;
import dev.parley.simulation.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What all nodes and clients of one run share; all of it drawn from the seed.
final class StreamWorld {

    private static final long BEGIN = Instant.parse("2026-06-01T12:00:00Z").toEpochMilli();

    /// What a run is about.
    enum Kind {
        USUAL,
        FLEET,
        LIVE
    }

    final SplittableRandom random;
    final VirtualTime time;
    final Trace trace;
    final Faults faults;
    final LogHistory history;
    final RestorableStore store;
    /// Everybody shows what he may do.
    final AccessPolicy policy = new AccessPolicy(Grants.NONE);

    final StreamWiring wiring;
    /// Two nodes over one store hear of each other's events by looking at the heads; one alone does not look.
    final boolean severalNodes;
    /// Many streams in few rooms, so that most passes have somebody to serve.
    final boolean crowded;
    /// Of those the ones in which nearly everybody wants something else.
    final boolean picky;
    /// Some clients come over sockets.
    final boolean sockets;

    final Map<LaneCoverage.Kind, Integer> coverage = new EnumMap<>(LaneCoverage.Kind.class);
    final Map<SocketCoverage.Kind, Integer> socketCoverage = new EnumMap<>(SocketCoverage.Kind.class);
    /// The bus between the nodes; null when they only look into the log.
    final @Nullable Fleet fleet;

    /// More is said than slow clients take, and most rooms shed.
    final boolean live;

    final List<RoomId> rooms;
    final List<Transcript> transcripts = new ArrayList<>();

    StreamWorld(long seed, boolean keepTrace, StreamWiring wiring, Kind kind) {
        this.random = new SplittableRandom(seed);
        this.time = new VirtualTime(random.split());
        this.trace = new Trace(time, keepTrace);
        this.faults = new Faults(random.split());
        this.history = new LogHistory(BEGIN);
        this.store = new RestorableStore(time, history, BEGIN);
        this.wiring = wiring;
        this.crowded = random.nextInt(3) == 0;
        this.picky = crowded && random.nextInt(4) == 0;
        this.sockets = random.nextInt(5) < 2;
        this.severalNodes = kind == Kind.FLEET || (!picky && random.nextInt(3) > 0);
        this.rooms = IntStream.rangeClosed(1, picky ? 1 : 1 + random.nextInt(crowded ? 2 : 3))
                .mapToObj(i -> new RoomId("room" + i))
                .toList();
        this.fleet = kind == Kind.FLEET ? new Fleet(time, random.split()) : null;
        this.live = kind == Kind.LIVE;
        if (live) {
            rooms.forEach(room -> history.overflow(room, anyOverflow()));
        }
    }

    /// Most rooms shed, and most of the others give the newest values.
    private Overflow anyOverflow() {
        if (random.nextInt(4) > 0) {
            return Overflow.SHED;
        }
        return random.split().nextInt(4) > 0 ? Overflow.LATEST : Overflow.CATCH_UP;
    }

    /// Whether each node is told everything, as long as it is told what it may have missed.
    boolean exact() {
        return fleet != null && fleet.exact;
    }

    /// Who may read and publish in these rooms.
    static Principal principal(String name, Collection<RoomId> rooms) {
        var grants = Grants.of(rooms.stream()
                .collect(Collectors.toMap(RoomId::value, _ -> Set.of(Permission.PUBLISH, Permission.SUBSCRIBE))));
        return new Principal(new UserId(name), null, grants, false);
    }

    /// The same for who may say what is critical.
    static Principal moderator(String name, Collection<RoomId> rooms) {
        var grants = Grants.of(rooms.stream()
                .collect(Collectors.toMap(RoomId::value, _ -> Set.of(Permission.PUBLISH, Permission.MODERATE))));
        return new Principal(new UserId(name), null, grants, false);
    }

    void reach(SocketCoverage.Kind kind) {
        socketCoverage.merge(kind, 1, Integer::sum);
    }

    RoomId anyRoom(SplittableRandom chance) {
        return rooms.get(chance.nextInt(rooms.size()));
    }
}
