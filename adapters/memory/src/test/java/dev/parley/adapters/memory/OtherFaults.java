package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofGeneration;
import static dev.parley.adapters.memory.PlantedFault.ofReader;
import static dev.parley.adapters.memory.PlantedFault.ofSecondServer;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Wrong ways to read rooms, to raise a generation, and to be one of two servers.
final class OtherFaults {

    private OtherFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofReader(
                        "the prefix is a pattern",
                        "aListBeginsAfterAndHasThePrefixInTheOrderOfTheIds",
                        PrefixIsAPattern::new),
                ofReader(
                        "ids are ordered as in a dictionary",
                        "aListBeginsAfterAndHasThePrefixInTheOrderOfTheIds",
                        DictionaryOrder::new),
                ofReader("reads are cached", "aRoomShowsEveryCommitThatWasAcknowledged", Cached::new),
                ofReader("a read is two snapshots", "aReadIsOneSnapshot", TwoSnapshots::new),
                ofGeneration("a raise does not compare", "manyRaisersOfOneGenerationMakeOneStep", RaisesAlways::new),
                ofGeneration(
                        "a raise is forgotten",
                        "theEpochsOfAllRoomsRiseWithItAndTheirSeqsGoOn",
                        RaisesBesideTheStore::new),
                ofSecondServer(
                        "a server knows its own ids alone",
                        "fiftyThreadsOnBothWithOneIdGetFiftyEqualAnswers",
                        OtherFaults::ownIds),
                ofSecondServer(
                        "a server keeps its heads", "writersOnBothFillAFewRoomsWithoutHole", OtherFaults::ownHeads));
    }

    private abstract static class WrappedReader implements RoomReader {

        final MemoryRoomReader right;

        WrappedReader(MemoryStore store) {
            right = new MemoryRoomReader(store);
        }

        @Override
        public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
            return right.read(room, asked);
        }

        @Override
        public Map<RoomId, Position> heads(Collection<RoomId> rooms) {
            return right.heads(rooms);
        }

        @Override
        public Map<RoomId, RulesMark> marks(Collection<RoomId> rooms) {
            return right.marks(rooms);
        }

        @Override
        public List<RoomState> list(String prefix, String after, int limit) {
            return right.list(prefix, after, limit);
        }
    }

    private static final class PrefixIsAPattern extends WrappedReader {

        PrefixIsAPattern(MemoryStore store) {
            super(store);
        }

        @Override
        public List<RoomState> list(String prefix, String after, int limit) {
            var pattern = prefix.replace(".", "\\.")
                            .replace("*", "\\*")
                            .replace("_", ".")
                            .replace("%", ".*") + ".*";
            return right.list("", after, Integer.MAX_VALUE).stream()
                    .filter(room -> room.id().value().matches(pattern))
                    .limit(limit)
                    .toList();
        }
    }

    private static final class DictionaryOrder extends WrappedReader {

        DictionaryOrder(MemoryStore store) {
            super(store);
        }

        @Override
        public List<RoomState> list(String prefix, String after, int limit) {
            return right.list(prefix, after, limit).stream()
                    .sorted(Comparator.comparing(room -> room.id().value(), String.CASE_INSENSITIVE_ORDER))
                    .toList();
        }
    }

    private static final class Cached extends WrappedReader {

        private final Map<RoomId, Optional<RoomState>> cache = new HashMap<>();

        Cached(MemoryStore store) {
            super(store);
        }

        @Override
        public synchronized Optional<RoomState> read(RoomId room, Set<UserId> asked) {
            return cache.computeIfAbsent(room, right::read);
        }
    }

    private static final class TwoSnapshots extends WrappedReader {

        TwoSnapshots(MemoryStore store) {
            super(store);
        }

        @Override
        public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
            return right.read(room, asked).map(one -> mixed(one, later(one)));
        }

        private RoomState later(RoomState one) {
            var two = one;
            for (int i = 0; i < 1_000 && two.equals(one); i++) {
                Thread.yield();
                two = right.read(one.id()).orElse(one);
            }
            return two;
        }

        private static RoomState mixed(RoomState one, RoomState two) {
            return new RoomState(
                    one.id(),
                    two.epoch(),
                    two.kind(),
                    one.settings(),
                    two.version(),
                    two.rules(),
                    two.first(),
                    two.head(),
                    two.createdAt());
        }
    }

    private record RaisesAlways(MemoryStore store) implements StoreGeneration {

        @Override
        public long current() {
            return new MemoryStoreGeneration(store).current();
        }

        @Override
        public long raise(long known) {
            return new MemoryStoreGeneration(store).raise(current());
        }
    }

    private static final class RaisesBesideTheStore implements StoreGeneration {

        private long generation;

        RaisesBesideTheStore(MemoryStore store) {
            generation = store.generation;
        }

        @Override
        public synchronized long current() {
            return generation;
        }

        @Override
        public synchronized long raise(long known) {
            generation += known == generation ? 1 : 0;
            return generation;
        }
    }

    private static RoomLog ownIds(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                return super.append(AppendFaults.renamed(item));
            }
        };
    }

    private static RoomLog ownHeads(MemoryStore store) {
        return new WrappedLog(store) {
            private final Map<MemoryRoom, Long> heads = new HashMap<>();

            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                room.head = heads.getOrDefault(room, room.head);
                var result = super.append(item);
                heads.put(room, room.head);
                return result;
            }
        };
    }
}
