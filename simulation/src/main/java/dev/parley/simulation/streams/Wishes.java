package dev.parley.simulation.streams;

import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What a client wants to read, each time it comes.
///
/// @param rewind messages, when it has no cursor; 0 = none
record Wishes(List<RoomId> rooms, boolean multi, TypeFilter types, boolean echo, int rewind) {

    private static final int MANY_FILTERS = 12;

    static Wishes draw(StreamWorld world, SplittableRandom random) {
        List<RoomId> all = world.rooms;
        boolean multi = random.nextInt(world.crowded ? 5 : 2) == 0;
        List<RoomId> rooms =
                multi ? all.subList(0, 1 + random.nextInt(all.size())) : List.of(all.get(random.nextInt(all.size())));
        int rewind = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
        return new Wishes(rooms, multi, types(world, random), random.nextInt(world.crowded ? 6 : 3) > 0, rewind);
    }

    private static TypeFilter types(StreamWorld world, SplittableRandom random) {
        if (world.picky && random.nextInt(4) > 0) {
            return new TypeFilter(Set.of(), Set.of("unheard-of-" + random.nextInt(MANY_FILTERS)));
        }
        return types(random.nextInt(world.crowded ? 15 : 5));
    }

    private static TypeFilter types(int choice) {
        return switch (choice) {
            case 0 -> new TypeFilter(Set.of("text"), Set.of());
            case 1 -> new TypeFilter(Set.of(), Set.of("mood", "note.*"));
            case 2 -> new TypeFilter(Set.of("nothing"), Set.of());
            default -> TypeFilter.ALL;
        };
    }

    /// Of one room of a socket.
    static Wishes of(RoomId room, SplittableRandom random) {
        int rewind = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
        return new Wishes(List.of(room), false, types(random.nextInt(10)), true, rewind);
    }

    /// Whether nothing is left out on its wish.
    boolean everything() {
        return echo && types.equals(TypeFilter.ALL);
    }

    /// @param cursor the id seen last; null = none
    StreamStart start(@Nullable String cursor) {
        if (cursor == null) {
            return new StreamStart.Fresh(rewind);
        }
        return multi ? StreamStart.parse(cursor) : StreamStart.parse(rooms.getFirst(), cursor);
    }

    StreamRequest request(
            StreamStart start, boolean heartbeatAsEvent, @Nullable SessionId session, @Nullable Duration validFor) {
        return new StreamRequest(rooms, multi, start, types, echo, heartbeatAsEvent, session, validFor);
    }

    /// The same for the checker.
    ///
    /// @param now virtual nanoseconds
    Ask ask(StreamStart start, long now, @Nullable Duration validFor) {
        Map<RoomId, Position> cursor = start instanceof StreamStart.After(var positions) ? positions : Map.of();
        long expiresAt = validFor == null ? Long.MAX_VALUE : now + validFor.toNanos();
        boolean fresh = start instanceof StreamStart.Fresh;
        return new Ask(
                rooms,
                multi,
                cursor,
                start instanceof StreamStart.Malformed,
                fresh ? rewind : 0,
                types,
                echo,
                expiresAt);
    }
}
