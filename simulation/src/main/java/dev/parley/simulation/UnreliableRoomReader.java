package dev.parley.simulation;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One node's way to read rooms, which fails now and then.
final class UnreliableRoomReader implements RoomReader {

    private final RoomReader reader;
    private final Faults faults;

    UnreliableRoomReader(RoomReader reader, Faults faults) {
        this.reader = reader;
        this.faults = faults;
    }

    private void reach() {
        if (faults.readFails()) {
            throw new StoreUnavailableException("the store is away");
        }
    }

    @Override
    public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
        reach();
        return reader.read(room, asked);
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> rooms) {
        reach();
        return reader.marks(rooms);
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> rooms) {
        reach();
        return reader.heads(rooms);
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        reach();
        return reader.list(prefix, after, limit);
    }
}
