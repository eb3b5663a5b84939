package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PageFaults.rewriting;
import static dev.parley.adapters.memory.PageFaults.with;
import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.Author;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.LogPage.Rows;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Wrong ways to fill a page.
final class ReadFaults {

    private ReadFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "a page counts events alone",
                        "PageSizes",
                        "bigEventsFillAPageAtAMibAndTheNextGoesOnWithoutHole",
                        ReadFaults::noByteBound),
                ofLog(
                        "a large event fits no page",
                        "PageSizes",
                        "anEventLargerThanAPageComesAlone",
                        ReadFaults::largeEventsDoNotFit),
                ofLog("data is normalised", "Content", "dataComesBackByteForByte", ReadFaults::normalisesData),
                ofLog("names are lost", "Content", "theAuthorComesBackAsItWas", ReadFaults::losesNames),
                ofLog(
                        "commits become visible out of order",
                        "Numbering",
                        "aReaderNeverSeesASeqBeforeTheOneBelow",
                        ReadFaults::visibleOutOfOrder),
                ofLog(
                        "head and rows are two snapshots",
                        "PageWalks",
                        "aPageNeverMixesTwoLives",
                        ReadFaults::twoSnapshots));
    }

    private static RoomLog noByteBound(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                var page = super.page(room, id, from, limit);
                return page instanceof Rows rows && from instanceof PageRequest.After(var at)
                        ? with(rows, all(room, at.seq(), limit))
                        : page;
            }

            private List<Event> all(MemoryRoom room, long after, int limit) {
                return room.log.tailMap(after, false).values().stream()
                        .limit(limit)
                        .map(entry -> entry.event(room.id, room.epoch(store.generation)))
                        .toList();
            }
        };
    }

    private static RoomLog largeEventsDoNotFit(MemoryStore store) {
        return rewriting(
                store,
                from -> from,
                page -> page instanceof Rows rows
                        ? with(
                                rows,
                                rows.events().stream()
                                        .filter(event -> event.data().length() <= 1 << 20)
                                        .toList())
                        : page);
    }

    private static RoomLog normalisesData(MemoryStore store) {
        return rewritingEvents(
                store,
                event -> new Event(
                        event.room(),
                        event.position(),
                        event.type(),
                        event.tier(),
                        event.author(),
                        event.clientMsgId(),
                        event.ts(),
                        JsonText.of(event.data().toString().replace("\\/", "/")),
                        event.ref(),
                        event.expiresAt()));
    }

    private static RoomLog losesNames(MemoryStore store) {
        return rewritingEvents(
                store,
                event -> new Event(
                        event.room(),
                        event.position(),
                        event.type(),
                        event.tier(),
                        new Author(event.author().sender(), null),
                        event.clientMsgId(),
                        event.ts(),
                        event.data(),
                        event.ref(),
                        event.expiresAt()));
    }

    private static RoomLog rewritingEvents(MemoryStore store, UnaryOperator<Event> event) {
        return rewriting(
                store,
                from -> from,
                page -> page instanceof Rows rows
                        ? with(rows, rows.events().stream().map(event).toList())
                        : page);
    }

    /// The first page after an append does not show the last event but one yet.
    private static RoomLog visibleOutOfOrder(MemoryStore store) {
        return new WrappedLog(store) {
            private boolean late;

            @Override
            Settled append(Append item) {
                late = true;
                return super.append(item);
            }

            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                var page = super.page(room, id, from, limit);
                boolean hides = late;
                late = false;
                return hides && page instanceof Rows rows
                        ? with(
                                rows,
                                rows.events().stream()
                                        .filter(event -> event.seq() != rows.head() - 1)
                                        .toList())
                        : page;
            }
        };
    }

    private static RoomLog twoSnapshots(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            public LogPage page(RoomId id, PageRequest from, int limit) {
                var reader = new MemoryRoomReader(store);
                var state = reader.read(id);
                for (int i = 0; i < 1_000 && reader.read(id).equals(state); i++) {
                    Thread.yield();
                }
                var page = super.page(id, from, limit);
                return state.isPresent() && page instanceof Rows rows
                        ? new Rows(
                                state.get().epoch(),
                                state.get().first(),
                                state.get().head(),
                                rows.storeNow(),
                                rows.events())
                        : page;
            }
        };
    }
}
