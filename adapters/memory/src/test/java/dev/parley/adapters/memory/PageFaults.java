package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Position;
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

/// Wrong ways to read a log.
final class PageFaults {

    private PageFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog("after includes the position", "Pages", "afterFirstBeginsAtTheNext", PageFaults::afterIncludes),
                ofLog("before includes the position", "Pages", "beforeEndsJustBelow", PageFaults::beforeIncludes),
                ofLog(
                        "a full page lacks its last event",
                        "PageWalks",
                        "walksAreContiguousWhileTheLogGrowsAndIsTrimmed",
                        PageFaults::fullPagesLackOne),
                ofLog(
                        "first minus one is trimmed",
                        "Pages",
                        "afterFirstMinusOneBeginsAtFirst",
                        PageFaults::firstMinusOneIsTrimmed),
                ofLog(
                        "a cursor at the head of an emptied log is trimmed",
                        "Pages",
                        "aCursorAtTheHeadIsNotTrimmedWhenNothingIsKept",
                        PageFaults::emptiedIsTrimmed),
                ofLog("ahead is an empty page", "Pages", "aboveTheHeadIsAhead", PageFaults::aheadIsEmpty),
                ofLog("trimmed goes on at first", "Pages", "belowFirstMinusOneIsTrimmed", PageFaults::trimmedGoesOn),
                ofLog(
                        "the epoch is not compared",
                        "Pages",
                        "aPositionOfAnotherLogIsOtherEpochWhateverItsSeq",
                        PageFaults::anyEpoch),
                ofLog(
                        "a page counts events alone",
                        "PageSizes",
                        "bigEventsFillAPageAtAMibAndTheNextGoesOnWithoutHole",
                        PageFaults::noByteBound),
                ofLog(
                        "a large event fits no page",
                        "PageSizes",
                        "anEventLargerThanAPageComesAlone",
                        PageFaults::largeEventsDoNotFit),
                ofLog("data is normalised", "Content", "dataComesBackByteForByte", PageFaults::normalisesData),
                ofLog("names are lost", "Content", "theAuthorComesBackAsItWas", PageFaults::losesNames),
                ofLog(
                        "commits become visible out of order",
                        "Numbering",
                        "aReaderNeverSeesASeqBeforeTheOneBelow",
                        PageFaults::visibleOutOfOrder),
                ofLog(
                        "head and rows are two snapshots",
                        "PageWalks",
                        "aPageNeverMixesTwoLives",
                        PageFaults::twoSnapshots));
    }

    private static RoomLog rewriting(
            MemoryStore store, UnaryOperator<PageRequest> request, UnaryOperator<LogPage> page) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                return page.apply(super.page(room, id, request.apply(from), limit));
            }
        };
    }

    private static RoomLog afterIncludes(MemoryStore store) {
        return rewriting(
                store,
                from -> from instanceof PageRequest.After(var at) ? new PageRequest.After(moved(at, -1)) : from,
                page -> page);
    }

    private static RoomLog beforeIncludes(MemoryStore store) {
        return rewriting(
                store,
                from -> from instanceof PageRequest.Before(var at) ? new PageRequest.Before(moved(at, 1)) : from,
                page -> page);
    }

    private static Position moved(Position at, long by) {
        return new Position(at.epoch(), Math.max(0, at.seq() + by));
    }

    private static RoomLog fullPagesLackOne(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                return super.page(room, id, from, limit) instanceof Rows rows
                                && rows.events().size() == limit
                        ? with(rows, rows.events().subList(0, limit - 1))
                        : super.page(room, id, from, limit);
            }
        };
    }

    private static Rows with(Rows rows, List<Event> events) {
        return new Rows(rows.epoch(), rows.first(), rows.head(), rows.storeNow(), events);
    }

    private static RoomLog firstMinusOneIsTrimmed(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                var page = super.page(room, id, from, limit);
                return page instanceof Rows rows
                                && from instanceof PageRequest.After(var at)
                                && at.seq() == rows.first() - 1
                                && at.seq() > 0
                        ? new LogPage.Trimmed(rows.epoch(), rows.first(), rows.head())
                        : page;
            }
        };
    }

    private static RoomLog emptiedIsTrimmed(MemoryStore store) {
        return rewriting(
                store,
                from -> from,
                page -> page instanceof Rows rows && rows.first() > rows.head() && rows.head() > 0
                        ? new LogPage.Trimmed(rows.epoch(), rows.first(), rows.head())
                        : page);
    }

    private static RoomLog aheadIsEmpty(MemoryStore store) {
        return rewriting(
                store,
                from -> from,
                page -> page instanceof LogPage.Ahead(var epoch, long first, long head)
                        ? new Rows(epoch, first, head, 0, List.of())
                        : page);
    }

    private static RoomLog trimmedGoesOn(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                var page = super.page(room, id, from, limit);
                return page instanceof LogPage.Trimmed trimmed
                        ? super.page(
                                room,
                                id,
                                new PageRequest.After(new Position(trimmed.epoch(), trimmed.first() - 1)),
                                limit)
                        : page;
            }
        };
    }

    private static RoomLog anyEpoch(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
                return room != null && from instanceof PageRequest.After(var at)
                        ? super.page(room, id, new PageRequest.After(here(room, at)), limit)
                        : super.page(room, id, from, limit);
            }

            private Position here(MemoryRoom room, Position at) {
                return new Position(room.epoch(store.generation), at.seq());
            }
        };
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
                        new dev.parley.kernel.Author(event.author().sender(), null),
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
