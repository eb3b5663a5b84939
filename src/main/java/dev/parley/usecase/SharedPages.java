package dev.parley.usecase;

import dev.parley.delivery.TailPages;
import dev.parley.kernel.RoomId;
import dev.parley.log.PageRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Pages out of memory for those who pull. A crowd that was told together is answered up to the same head for a
/// [#MOMENT], so that most of it stands at the same few cursors, now and at the next pull, and gets the same bytes. A
/// page is behind by no more than that, and never short of what its reader was told of. Any thread.
final class SharedPages {

    /// A tenth of the usual jitter.
    static final Duration MOMENT = Duration.ofMillis(50);
    /// Of a room at a time; what else is asked for is made for one reader alone.
    static final int MOST_PAGES = 64;
    /// Of all rooms together, about; beyond it nothing more is kept.
    static final long MOST_BYTES = 8 << 20;
    /// What an event is in a page, beside its data.
    private static final int OVERHEAD = 384;

    private static final long OVER = -1;

    private final TailPages tails;
    private final Map<RoomId, Moment> moments = new ConcurrentHashMap<>();
    private final AtomicLong kept = new AtomicLong();

    SharedPages(TailPages tails) {
        this.tails = tails;
    }

    /// @return null when the log has to be read
    @Nullable
    HistoryPage page(RoomId room, HistoryQuery query, long least) {
        Moment moment = moments.get(room);
        if (moment == null || moment.still.olderThan(MOMENT)) {
            moment = begin(room);
        }
        return moment == null ? null : moment.orAhead(room, query, least);
    }

    private @Nullable Moment begin(RoomId room) {
        moments.values().removeIf(moment -> moment.still.olderThan(MOMENT) && moment.end());
        TailPages.Still still = tails.now(room);
        if (still == null) {
            return null;
        }
        var now = new Moment(still);
        Moment before = moments.put(room, now);
        if (before != null) {
            before.end();
        }
        return now;
    }

    /// About what is kept now, in bytes.
    long kept() {
        return kept.get();
    }

    private final class Moment {

        private final TailPages.Still still;
        private final Map<HistoryQuery, HistoryPage> pages = new ConcurrentHashMap<>();
        /// Of its pages, or [#OVER].
        private final AtomicLong bytes = new AtomicLong();
        /// For those who know of more than this moment has. The others stay where they are.
        private final AtomicReference<@Nullable Moment> ahead = new AtomicReference<>();

        Moment(TailPages.Still still) {
            this.still = still;
        }

        @Nullable
        HistoryPage orAhead(RoomId room, HistoryQuery query, long least) {
            HistoryPage page = page(room, query, least);
            if (page != null) {
                return page;
            }
            Moment further = ahead.get();
            page = further == null ? null : further.page(room, query, least);
            return page == null ? renewed(room, query, least) : page;
        }

        private @Nullable HistoryPage renewed(RoomId room, HistoryQuery query, long least) {
            TailPages.Still now = tails.now(room);
            if (now == null) {
                return null;
            }
            var further = new Moment(now);
            HistoryPage page = further.page(room, query, least);
            if (page != null) {
                lead(further);
            }
            return page;
        }

        private void lead(Moment further) {
            Moment before = ahead.getAndSet(further);
            if (before != null) {
                before.end();
            }
            if (bytes.get() == OVER) {
                further.end();
            }
        }

        private @Nullable HistoryPage page(RoomId room, HistoryQuery query, long least) {
            HistoryPage known = pages.get(query);
            if (known != null) {
                return known.head() < least ? null : known;
            }
            TailPages.Cut cut = switch (query.from()) {
                case PageRequest.After(var cursor) -> still.after(cursor, least);
                case PageRequest.Newest _ -> still.newest(query.limit(), least);
                case PageRequest.Before _ -> null;
            };
            HistoryPage page = cut == null ? null : HistoryReader.within(room, query, cut.rows());
            return page == null || cut == null ? null : keep(query, page.writtenBy(cut::written));
        }

        private HistoryPage keep(HistoryQuery query, HistoryPage page) {
            long size = page.items().stream()
                    .mapToLong(event -> event.data().length() + OVERHEAD)
                    .sum();
            if (bytes.get() == OVER || pages.size() >= MOST_PAGES || kept.get() + size > MOST_BYTES) {
                return page;
            }
            HistoryPage other = pages.putIfAbsent(query, page);
            if (other != null) {
                return other;
            }
            if (bytes.getAndUpdate(now -> now == OVER ? OVER : now + size) != OVER) {
                kept.addAndGet(size);
            }
            return page;
        }

        boolean end() {
            long last = bytes.getAndSet(OVER);
            if (last != OVER) {
                kept.addAndGet(-last);
            }
            Moment further = ahead.get();
            if (further != null) {
                further.end();
            }
            return true;
        }
    }
}
