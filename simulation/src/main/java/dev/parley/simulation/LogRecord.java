package dev.parley.simulation;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.ReplaceSettings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /// An event that asked to be let into a room's log, in the order in which the store decided.
    ///
    /// @param perSecond the limit it was to be held against; 0 = none
    /// @param refusedForMicros how long to wait; 0 = it was taken
    /// @param newLimit the room's limit from now on; null = as before
    record Offer(
            RoomId room,
            JsonText data,
            Tier tier,
            int perSecond,
            long storeMicros,
            long refusedForMicros,
            @Nullable Integer newLimit) {}

    record OneLife(RoomId room, Life life) {}

    private final VirtualTime time;
    private final StoreClock storeClock;
    private final Trace trace;
    private final Map<LifeId, List<Commit>> lives = new LinkedHashMap<>();
    private final Map<OneLife, List<Offer>> offers = new LinkedHashMap<>();

    LogRecord(VirtualTime time, StoreClock storeClock, Trace trace) {
        this.time = time;
        this.storeClock = storeClock;
        this.trace = trace;
    }

    void add(NodeRun.Id by, boolean orphaned, List<Append> batch, List<Settled> results) {
        for (int i = 0; i < batch.size(); i++) {
            add(by, orphaned, batch.get(i), results.get(i));
        }
    }

    private void add(NodeRun.Id by, boolean orphaned, Append item, Settled result) {
        offer(item, result);
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

    private void offer(Append item, Settled result) {
        switch (result) {
            case AppendResult.Appended(var _, var duplicate) when !duplicate -> offer(item, 0);
            case AppendResult.OverLimit(var _, var retryAfter) -> offer(item, retryAfter.toNanos() / 1_000);
            default -> {}
        }
    }

    private void offer(Append item, long refusedForMicros) {
        Integer newLimit = item.change() instanceof ReplaceSettings(var settings, var _)
                ? settings.inboundPerSecond()
                : item.change() instanceof CreateRoom create ? create.settings().inboundPerSecond() : null;
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, storeClock.instant());
        if (item.event() != null) {
            offers.computeIfAbsent(new OneLife(item.room(), item.terms().life()), _ -> new ArrayList<>())
                    .add(new Offer(
                            item.room(),
                            item.event().data(),
                            item.event().tier(),
                            item.terms().inboundPerSecond(),
                            micros,
                            refusedForMicros,
                            newLimit));
        }
    }

    Map<OneLife, List<Offer>> offers() {
        return offers;
    }

    List<Commit> life(LifeId id) {
        return lives.computeIfAbsent(id, _ -> new ArrayList<>());
    }

    Map<LifeId, List<Commit>> lives() {
        return lives;
    }
}
