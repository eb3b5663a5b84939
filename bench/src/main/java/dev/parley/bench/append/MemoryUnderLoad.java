package dev.parley.bench.append;

import dev.parley.adapters.memory.MemoryBounds;
import dev.parley.adapters.memory.MemoryRoomLog;
import dev.parley.adapters.memory.MemoryRoomReader;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.bench.load.Row;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.time.InstantSource;
import java.util.function.Consumer;

/// The store in memory: what the core and nothing else costs. It forgets everything once it was read, so that no round
/// finds a fuller heap than the one before. Not for several threads, its log excepted.
final class MemoryUnderLoad implements StoreUnderLoad {

    private static final int PAGE = 500;
    private static final MemoryBounds BOUNDS = new MemoryBounds(10_000_000, 4L << 30);

    private MemoryStore store = empty();
    private RoomLog log = new MemoryRoomLog(store);

    private static MemoryStore empty() {
        return new MemoryStore(InstantSource.system(), 1, BOUNDS);
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String version() {
        return "nothing outlives the process";
    }

    @Override
    public RoomLog log() {
        return log;
    }

    @Override
    public int writers() {
        return 1;
    }

    /// Through the port: there is no other way in.
    @Override
    public void read(String prefix, Consumer<Row> each) {
        var reader = new MemoryRoomReader(store);
        String after = "";
        for (var rooms = reader.list(prefix, after, PAGE); !rooms.isEmpty(); rooms = reader.list(prefix, after, PAGE)) {
            for (var room : rooms) {
                readRoom(room.id(), new Position(room.epoch(), 0), each);
                after = room.id().value();
            }
        }
        store = empty();
        log = new MemoryRoomLog(store);
    }

    private void readRoom(RoomId room, Position from, Consumer<Row> each) {
        Position position = from;
        while (log.page(room, new PageRequest.After(position), PAGE) instanceof LogPage.Rows rows
                && !rows.events().isEmpty()) {
            for (Event event : rows.events()) {
                each.accept(new Row(
                        room.value(),
                        event.seq(),
                        event.clientMsgId().value(),
                        event.data().toString()));
            }
            position = rows.events().getLast().position();
        }
    }

    @Override
    public void close() {}
}
