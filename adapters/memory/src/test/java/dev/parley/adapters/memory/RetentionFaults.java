package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.RoomId;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.function.ToLongFunction;

/// Wrong ways to trim and to sweep.
final class RetentionFaults {

    private RetentionFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "ids are lost at the trim",
                        "RememberedIds",
                        "aRepeatOfATrimmedEventGetsTheFirstAnswer",
                        RetentionFaults::trimForgetsIds),
                ofLog(
                        "first rises too early",
                        "Retentions",
                        "aTrimTakesTheOldestAndNoMoreThanAsked",
                        RetentionFaults::firstRisesTooEarly),
                ofLog(
                        "first rises too early for those who walk",
                        "PageWalks",
                        "walksAreContiguousWhileTheLogGrowsAndIsTrimmed",
                        RetentionFaults::firstRisesTooEarly),
                ofLog(
                        "one message too many is kept",
                        "Retentions",
                        "exactlyTheNewestMessagesAreKept",
                        store -> trimming(store, room -> right(store, room) - 1)),
                ofLog(
                        "one message too few is kept",
                        "Retentions",
                        "exactlyTheNewestMessagesAreKept",
                        store -> trimming(store, room -> Math.min(room.head + 1, right(store, room) + 1))),
                ofLog(
                        "system events count as messages",
                        "Retentions",
                        "systemEventsDoNotCountAndOlderOnesGoToo",
                        store -> trimming(store, RetentionFaults::newestEvents)),
                ofLog(
                        "an expired head stays",
                        "Retentions",
                        "everythingMayBecomeTooOld",
                        store -> trimming(store, room -> Math.min(room.head, right(store, room)))),
                ofLog(
                        "a trim takes more than asked",
                        "Retentions",
                        "aTrimTakesTheOldestAndNoMoreThanAsked",
                        RetentionFaults::trimsAll),
                ofLog(
                        "ids are swept before their window is over",
                        "RememberedIds",
                        "aTrimmedIdIsRememberedForTheWindowOfTheRoomsKind",
                        RetentionFaults::sweepsAllIds),
                ofLog(
                        "ids are never swept",
                        "RememberedIds",
                        "aTrimmedIdIsForgottenAfterTheWindow",
                        RetentionFaults::neverSweeps),
                ofLog(
                        "a sweep takes the living",
                        "Sweeping",
                        "sweepingLeavesTheLivingAlone",
                        RetentionFaults::sweepsTheLiving),
                ofLog(
                        "limited rooms come in any order",
                        "Retentions",
                        "limitedRoomsAreListedInTheOrderOfTheirIds",
                        RetentionFaults::anyOrder));
    }

    private static RoomLog trimForgetsIds(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            int trim(MemoryRoom room, int maxRows) {
                int removed = super.trim(room, maxRows);
                while (room.forgetId(Long.MAX_VALUE, store.usage)) {}
                return removed;
            }
        };
    }

    private static RoomLog firstRisesTooEarly(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            int trim(MemoryRoom room, int maxRows) {
                int removed = super.trim(room, maxRows);
                room.first += Math.min(removed, 1);
                return removed;
            }
        };
    }

    private static long right(MemoryStore store, MemoryRoom room) {
        return new Trimming(room, store.now().millis()).newFirst();
    }

    private static long newestEvents(MemoryRoom room) {
        return room.head - room.settings.retention().messages() + 1;
    }

    private static RoomLog trimming(MemoryStore store, ToLongFunction<MemoryRoom> newFirst) {
        return new WrappedLog(store) {
            @Override
            int trim(MemoryRoom room, int maxRows) {
                int removed = 0;
                while (removed < maxRows && room.first < newFirst.applyAsLong(room)) {
                    room.trimOldest(store.usage);
                    removed++;
                }
                return removed;
            }
        };
    }

    private static RoomLog trimsAll(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            int trim(MemoryRoom room, int maxRows) {
                return super.trim(room, Integer.MAX_VALUE);
            }
        };
    }

    private static RoomLog sweepsAllIds(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public int sweep(int maxRows) {
                store.rooms.values().forEach(room -> {
                    while (room.forgetId(Long.MAX_VALUE, store.usage)) {}
                });
                return super.sweep(maxRows);
            }
        };
    }

    private static RoomLog neverSweeps(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public int sweep(int maxRows) {
                return 0;
            }
        };
    }

    private static RoomLog sweepsTheLiving(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public int sweep(int maxRows) {
                int removed = super.sweep(maxRows);
                store.rooms.values().stream()
                        .filter(room -> !room.log.isEmpty())
                        .limit(removed)
                        .forEach(room -> room.trimOldest(store.usage));
                return removed;
            }
        };
    }

    private static RoomLog anyOrder(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public List<RoomId> limitedRooms(String after, int limit) {
                return super.limitedRooms(after, limit).reversed();
            }
        };
    }
}
