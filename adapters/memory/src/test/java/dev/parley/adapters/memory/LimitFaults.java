package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.RoomBuckets;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Wrong ways to keep a room's inbound limit.
final class LimitFaults {

    private LimitFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "the limit counts repeats",
                        "Limits",
                        "repeatsDoNotCountAndAreNeverRefused",
                        LimitFaults::repeatsCount),
                ofLog("refusals use up the limit", "Limits", "refusedItemsUseUpNothing", LimitFaults::refusalsCount),
                ofLog(
                        "one message too many at once",
                        "Limits",
                        "atOnceTheMessagesOf200MsPassAndAtLeastOne",
                        LimitFaults::oneTooMany),
                ofLog(
                        "one in a hundred is not counted",
                        "Limits",
                        "inTheLongRunExactlyTheRatePasses",
                        LimitFaults::oneInAHundredIsFree),
                ofLog(
                        "the limit waits for a clock that stepped back",
                        "Limits",
                        "aClockThatStepsBackDoesNotCloseTheRoom",
                        LimitFaults::waitsForTheClock),
                ofLog("one bucket for all rooms", "Limits", "eachRoomHasItsOwnLimit", LimitFaults::oneBucket));
    }

    private static RoomBuckets inbound(MemoryRoom room, long due) {
        return new RoomBuckets(due, room.buckets.low(), room.buckets.allowlist(), room.buckets.critical());
    }

    private static RoomLog repeatsCount(MemoryStore store) {
        return charging(store, result -> result instanceof Appended it && it.duplicate());
    }

    private static RoomLog refusalsCount(MemoryStore store) {
        return charging(store, OverLimit.class::isInstance);
    }

    private static RoomLog charging(MemoryStore store, Predicate<Settled> wrongly) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                int rate = item.terms().inboundPerSecond();
                if (wrongly.test(result) && rate > 0) {
                    var room = store.room(item.room());
                    long due = Math.max(room.buckets.inbound(), store.now().micros());
                    room.buckets = inbound(room, due + 1_000_000 / rate);
                }
                return result;
            }
        };
    }

    private static RoomLog oneTooMany(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                int rate = item.terms().inboundPerSecond();
                var room = store.room(item.room());
                return room == null
                                || rate == 0
                                || room.buckets.inbound() <= store.now().micros()
                        ? super.append(item)
                        : early(item, room, 1_000_000 / rate);
            }

            private Settled early(Append item, MemoryRoom room, long interval) {
                room.buckets = inbound(room, room.buckets.inbound() - interval);
                var result = super.append(item);
                room.buckets = inbound(room, room.buckets.inbound() + interval);
                return result;
            }
        };
    }

    private static RoomLog oneInAHundredIsFree(MemoryStore store) {
        return new WrappedLog(store) {
            private int passed;

            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                var before = room == null ? RoomBuckets.EMPTY : room.buckets;
                var result = super.append(item);
                if (result instanceof Appended && room != null && ++passed % 100 == 0) {
                    room.buckets = before;
                }
                return result;
            }
        };
    }

    private static RoomLog waitsForTheClock(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                int rate = item.terms().inboundPerSecond();
                return room != null
                                && rate > 0
                                && room.buckets.inbound() > store.now().micros() + 1_000_000
                        ? new OverLimit(Duration.ofHours(1))
                        : super.append(item);
            }
        };
    }

    private static RoomLog oneBucket(MemoryStore store) {
        return new WrappedLog(store) {
            private RoomBuckets buckets = RoomBuckets.EMPTY;

            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                if (room != null) {
                    room.buckets = buckets;
                }
                var result = super.append(item);
                buckets = room == null ? buckets : room.buckets;
                return result;
            }
        };
    }
}
