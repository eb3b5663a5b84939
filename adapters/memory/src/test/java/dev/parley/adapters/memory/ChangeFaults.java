package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.StateChange.ReplaceSettings;
import dev.parley.log.spi.RoomLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Wrong ways to change a room's state.
final class ChangeFaults {

    private ChangeFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "a repeated change is applied again",
                        "NewSettings",
                        "newSettingsRunAgainAreAppliedOnce",
                        ChangeFaults::appliedTwice),
                ofLog(
                        "a refused change is applied",
                        "NewSettings",
                        "newSettingsForAnotherVersionAreRefusedWithTheActualOne",
                        ChangeFaults::appliedThoughRefused),
                ofLog(
                        "a change without an event leaves no id",
                        "NewSettings",
                        "newSettingsWithoutAnEventAreAppliedOnceToo",
                        ChangeFaults::changesLeaveNoId),
                ofLog(
                        "rules compared once a batch",
                        "NewSettings",
                        "whatWasDecidedUnderOlderRulesIsDecidedAgainAlsoInsideTheBatch",
                        ChangeFaults::rulesOncePerBatch),
                ofLog(
                        "a creation finds itself existing",
                        "Creations",
                        "aCreationRunAgainIsARepeat",
                        ChangeFaults::creationsAreNeverRepeats),
                ofLog(
                        "a later creation wins",
                        "Creations",
                        "aCreationWithAnotherLifeFindsTheRoomExisting",
                        ChangeFaults::laterCreationsWin),
                ofLog(
                        "a destroyed life comes back",
                        "Destructions",
                        "aDestroyedLifeIsNeverCreatedAgain",
                        ChangeFaults::livesComeBack),
                ofLog(
                        "a destruction ends whatever lives",
                        "Destructions",
                        "aDestructionRunAgainDoesNotEndTheNextLife",
                        ChangeFaults::destroysAnyLife),
                ofLog(
                        "the next life keeps the ids",
                        "Repeats",
                        "anIdOfAnEarlierLifeIsNew",
                        ChangeFaults::idsOutliveTheirLife));
    }

    private static RoomLog appliedTwice(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                if (result instanceof Appended it
                        && it.duplicate()
                        && item.change() instanceof ReplaceSettings replace) {
                    store.room(item.room()).replaceSettings(replace.settings());
                }
                return result;
            }
        };
    }

    private static RoomLog appliedThoughRefused(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                if (result instanceof VersionConflict && item.change() instanceof ReplaceSettings replace) {
                    store.room(item.room()).replaceSettings(replace.settings());
                }
                return result;
            }
        };
    }

    private static RoomLog changesLeaveNoId(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                var room = store.room(item.room());
                while (result instanceof Applied && room != null && room.forgetId(Long.MAX_VALUE, store.usage)) {}
                return result;
            }
        };
    }

    private static RoomLog rulesOncePerBatch(MemoryStore store) {
        return new WrappedLog(store) {
            private final Map<MemoryRoom, Long> atBegin = new HashMap<>();

            @Override
            public List<Settled> append(List<Append> batch, Patience patience) {
                synchronized (store) {
                    atBegin.clear();
                    store.rooms.values().forEach(room -> atBegin.put(room, room.rules));
                    return super.append(batch, patience);
                }
            }

            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                var rules = room == null ? null : atBegin.get(room);
                return super.append(
                        rules != null && rules == item.terms().rules()
                                ? item.withTerms(under(item.terms(), room))
                                : item);
            }

            private RoomTerms under(RoomTerms terms, MemoryRoom room) {
                return new RoomTerms(terms.life(), room.rules, terms.inboundPerSecond(), terms.retention());
            }
        };
    }

    private static RoomLog creationsAreNeverRepeats(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                return super.append(item) instanceof Applied it && it.duplicate()
                        ? new RoomExists()
                        : super.append(item);
            }
        };
    }

    private static RoomLog laterCreationsWin(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                if (item.change() instanceof CreateRoom
                        && room != null
                        && !room.life.equals(item.terms().life())) {
                    store.end(room, store.now());
                }
                return super.append(item);
            }
        };
    }

    private static RoomLog livesComeBack(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                store.ended.sweep(Integer.MAX_VALUE, Long.MAX_VALUE, store.usage);
                return super.append(item);
            }
        };
    }

    private static RoomLog destroysAnyLife(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                return super.append(
                        room != null && item.change() instanceof DestroyRoom
                                ? item.withTerms(room.state(store.generation).terms())
                                : item);
            }
        };
    }

    private static RoomLog idsOutliveTheirLife(MemoryStore store) {
        Map<TryKey, FirstTry> ever = new HashMap<>();
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var known = ever.get(TryKey.of(item));
                var room = store.room(item.room());
                if (known != null && room != null && room.tries.first(TryKey.of(item)) == null) {
                    room.tries.add(TryKey.of(item), known);
                }
                var result = super.append(item);
                if (result instanceof Appended it) {
                    ever.put(
                            TryKey.of(item),
                            new FirstTry(
                                    item.hash(), it.event().seq(), it.event().ts()));
                }
                return result;
            }
        };
    }
}
