package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.LogPage.Rows;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Wrong ways to find a page's place in a log.
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
                        PageFaults::anyEpoch));
    }

    static RoomLog rewriting(MemoryStore store, UnaryOperator<PageRequest> request, UnaryOperator<LogPage> page) {
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

    static Rows with(Rows rows, List<Event> events) {
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
}
