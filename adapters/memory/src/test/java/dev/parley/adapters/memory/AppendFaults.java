package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.RoomLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Wrong ways to number and to find repeats.
final class AppendFaults {

    private AppendFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "a loser burns a seq",
                        "Numbering",
                        "aLosingItemFailsAloneAndBurnsNoSeq",
                        AppendFaults::losersBurnSeqs),
                ofLog(
                        "ts follows the clock",
                        "Numbering",
                        "tsNeverFallsWhenTheClockStepsBack",
                        AppendFaults::tsFollowsTheClock),
                ofLog(
                        "the head is read before the lock",
                        "Numbering",
                        "manyThreadsAppendToAFewRoomsEachOnceAndWithoutHole",
                        AppendFaults::headReadBeforeTheLock),
                ofLog(
                        "ids without their room",
                        "Repeats",
                        "theSameIdInAnotherRoomIsAnotherMessage",
                        AppendFaults::idsWithoutRoom),
                ofLog(
                        "ids looked up before the batch",
                        "Repeats",
                        "aRepeatInsideTheBatchGetsTheFirstAnswer",
                        AppendFaults::idsOfBeforeTheBatch),
                ofLog(
                        "content is not compared",
                        "Repeats",
                        "otherContentUnderAUsedIdIsRefusedWithTheFirstSeq",
                        AppendFaults::contentNotCompared),
                ofLog(
                        "rules compared before repeats",
                        "Repeats",
                        "aRepeatIsFoundWhenTheRulesMovedInBetween",
                        AppendFaults::rulesBeforeRepeats),
                ofLog(
                        "losers stand in for later ones",
                        "Repeats",
                        "anItemThatLostDoesNotStandInForALaterOneWithItsId",
                        AppendFaults::losersStandIn));
    }

    private static RoomLog losersBurnSeqs(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                var room = store.room(item.room());
                if (room != null && result instanceof RulesMoved) {
                    room.head++;
                }
                return result;
            }
        };
    }

    private static RoomLog tsFollowsTheClock(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                store.rooms.values().forEach(room -> room.lastTs = 0);
                return super.append(item);
            }
        };
    }

    private static RoomLog headReadBeforeTheLock(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public List<Settled> append(List<Append> batch, Patience patience) {
                Map<MemoryRoom, Long> heads = new HashMap<>();
                synchronized (store) {
                    store.rooms.values().forEach(room -> heads.put(room, room.head));
                }
                Thread.yield();
                synchronized (store) {
                    heads.forEach((room, head) -> room.head = head);
                    return super.append(batch, patience);
                }
            }
        };
    }

    private static RoomLog idsWithoutRoom(MemoryStore store) {
        Map<TryKey, Event> known = new HashMap<>();
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var first = known.get(TryKey.of(item));
                if (first != null) {
                    return new Appended(first, true);
                }
                var result = super.append(item);
                if (result instanceof Appended appended) {
                    known.put(TryKey.of(item), appended.event());
                }
                return result;
            }
        };
    }

    private static RoomLog idsOfBeforeTheBatch(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public List<Settled> append(List<Append> batch, Patience patience) {
                var seen = new HashSet<TryKey>();
                return super.append(
                        batch.stream()
                                .map(item -> seen.add(TryKey.of(item)) ? item : renamed(item))
                                .toList(),
                        patience);
            }
        };
    }

    /// What a store that does not know its id takes it for.
    static Append renamed(Append item) {
        var other = new ClientMessageId(item.clientMsgId() + "'");
        return new Append(item.room(), item.author(), other, item.hash(), item.event(), item.change(), item.terms());
    }

    private static RoomLog contentNotCompared(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                return result instanceof IdReused(long seq) ? new Appended(event(item, seq), true) : result;
            }

            private Event event(Append item, long seq) {
                var room = store.room(item.room());
                return room.log.get(seq).event(room.id, room.epoch(store.generation));
            }
        };
    }

    private static RoomLog rulesBeforeRepeats(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                return room != null && room.rules != item.terms().rules() ? new RulesMoved() : super.append(item);
            }
        };
    }

    private static RoomLog losersStandIn(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public List<Settled> append(List<Append> batch, Patience patience) {
                var first = new HashMap<TryKey, Settled>();
                synchronized (store) {
                    return batch.stream()
                            .map(item -> first.computeIfAbsent(TryKey.of(item), _ -> append(item)))
                            .toList();
                }
            }
        };
    }
}
