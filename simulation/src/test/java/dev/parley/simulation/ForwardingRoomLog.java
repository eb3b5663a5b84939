package dev.parley.simulation;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A log that does what another one does, for faults to be planted in.
public class ForwardingRoomLog implements RoomLog {

    private final RoomLog log;

    public ForwardingRoomLog(RoomLog log) {
        this.log = log;
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        return log.append(batch, patience);
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        return log.page(room, from, limit);
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        return log.answers(room, ref, after, limit);
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        return log.trim(room, maxRows);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        return log.limitedRooms(after, limit);
    }

    @Override
    public int sweep(int maxRows) {
        return log.sweep(maxRows);
    }
}
