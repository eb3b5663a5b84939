package dev.parley.fanout;

import dev.parley.kernel.RoomId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Which channels news of some rooms go to.
interface Targets {

    /// @param found called once, perhaps before this returns; a room without channels is told to nobody
    void find(Set<RoomId> rooms, Consumer<Map<RoomId, List<Channel>>> found);

    /// Whether they are not known at the moment.
    default boolean failing() {
        return false;
    }

    /// Of a mode in which a room always has the same one.
    static Targets of(FanoutMode mode) {
        return (rooms, found) -> found.accept(
                rooms.stream().collect(Collectors.toMap(Function.identity(), room -> List.of(mode.channel(room)))));
    }
}
