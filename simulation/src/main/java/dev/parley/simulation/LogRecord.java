package dev.parley.simulation;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.StateChange.CreateRoom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Every commit of a run as it happened at the store, so that nothing is forgotten when retention trims it or a room is
/// destroyed.
final class LogRecord {

    /// One life of a room.
    record LifeId(RoomId room, Epoch epoch) {

        static LifeId of(Event event) {
            return new LifeId(event.room(), event.position().epoch());
        }
    }

    /// @param by the run of the node whose transaction it was
    /// @param orphaned whether that transaction had lost its node
    record Commit(Event event, String data, NodeRun.Id by, long at, boolean orphaned) {}

    private final VirtualTime time;
    private final Trace trace;
    private final Map<LifeId, List<Commit>> lives = new LinkedHashMap<>();

    LogRecord(VirtualTime time, Trace trace) {
        this.time = time;
        this.trace = trace;
    }

    void add(NodeRun.Id by, boolean orphaned, List<Append> batch, List<Settled> results) {
        for (int i = 0; i < batch.size(); i++) {
            add(by, orphaned, batch.get(i), results.get(i));
        }
    }

    private void add(NodeRun.Id by, boolean orphaned, Append item, Settled result) {
        switch (result) {
            case AppendResult.Appended(var event, var duplicate)
            when !duplicate -> {
                trace.note("commit " + by + " " + event.room() + " " + event.position() + " " + event.clientMsgId());
                life(LifeId.of(event)).add(new Commit(event, event.data().toString(), by, time.nanos(), orphaned));
            }
            case AppendResult.Applied(var epoch, var _)
            when item.change() instanceof CreateRoom -> {
                trace.note("create " + by + " " + item.room() + " " + epoch);
                life(new LifeId(item.room(), epoch));
            }
            default ->
                trace.note("settle " + by + " " + item.clientMsgId() + " "
                        + result.getClass().getSimpleName());
        }
    }

    List<Commit> life(LifeId id) {
        return lives.computeIfAbsent(id, _ -> new ArrayList<>());
    }

    Map<LifeId, List<Commit>> lives() {
        return lives;
    }
}
