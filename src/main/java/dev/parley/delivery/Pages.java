package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Pages of the log for those whose cursor lies before the tail. Pages are cut at fixed seqs, so that
/// readers who come back with different cursors share them: one read per room and page, however many wait
/// for it. At most [#READS_AT_A_TIME] reads at once. Pages are kept, the least recently used go first:
/// [#KEPT_PAGES] pages or [#KEPT_BYTES], and next to none while the node holds too much. The log's last page serves
/// those who stand before its end, and is
/// read again for the first who does not; so is a page for the first who knows that a message was changed after it was
/// read.
///
/// Any thread; callbacks come on any thread and must not block. Who asks bounds how many ask at once.
final class Pages {

    /// What a reader at a cursor is told.
    sealed interface Found {}

    /// It holds what follows the cursor; empty when nothing does.
    record Rows(PageStretch page, long first, long head) implements Found {}

    record Trimmed(long first, long head) implements Found {}

    /// The cursor leads nowhere: the tail has to look at the log.
    record Nowhere() implements Found {}

    record Unreadable(Exception cause) implements Found {}

    /// Seqs of a page.
    static final int SIZE = 256;

    static final int READS_AT_A_TIME = 4;
    static final int KEPT_PAGES = 128;
    static final int KEPT_BYTES = 16 << 20;

    private sealed interface Message {}

    private record Ask(RoomId room, Position cursor, long amended, Consumer<Found> callback) implements Message {}

    private record GiveUp(long bytes) implements Message {}

    private record Answered(Key key, Result<LogPage> result) implements Message {}

    private record Key(RoomId room, Position after) {}

    /// @param amended pages read when the log's head was lower will not do
    private record Waiting(Position cursor, long amended, Consumer<Found> callback) {

        boolean takes(PageStretch page) {
            return page.logHead() >= amended;
        }
    }

    private final RoomLog log;
    private final ReadGate gate;
    private final StoreTime storeTime;
    private final DeliveryBudget budget;
    private final StreamObserver observer;
    private final Mailbox<Message> mailbox;
    private final Map<Key, List<Waiting>> underWay = new HashMap<>();
    private final Map<Key, PageStretch> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long keptBytes;

    Pages(
            RoomLog log,
            Offload offload,
            Executor executor,
            StoreTime storeTime,
            DeliveryBudget budget,
            StreamObserver observer) {
        this.log = log;
        this.budget = budget;
        this.gate = new ReadGate(offload, READS_AT_A_TIME);
        this.storeTime = storeTime;
        this.observer = observer;
        this.mailbox = new Mailbox<>(executor, this::handle);
    }

    /// Finds what follows the cursor.
    ///
    /// @param amended the seq of the newest event known to have changed an earlier one
    void read(RoomId room, Position cursor, long amended, Consumer<Found> callback) {
        mailbox.tell(new Ask(room, cursor, amended, callback));
    }

    /// Forgets pages until so many bytes are free.
    void giveUp(long bytes) {
        mailbox.tell(new GiveUp(bytes));
    }

    /// Looks backward for the place before the newest `count` messages that are older than `before` and pass
    /// the filter, at no more than `looks` events. Empty when the log changed meanwhile.
    void rewind(
            RoomId room,
            Position before,
            int count,
            int looks,
            TypeFilter types,
            Consumer<Result<RewindSearch>> callback) {
        var search = new RewindSearch(before, count, looks, types);
        gate.run(
                () -> {
                    search.lookInto(log, room);
                    return search;
                },
                callback);
    }

    private void handle(Message message) {
        switch (message) {
            case Ask ask -> {
                long aligned = ask.cursor().seq() / SIZE * SIZE;
                var key = new Key(ask.room(), new Position(ask.cursor().epoch(), aligned));
                ask(key, new Waiting(ask.cursor(), ask.amended(), ask.callback()));
            }
            case GiveUp(var bytes) -> {
                long most = budget.pages() - bytes;
                while (!kept.isEmpty() && budget.pages() > most) {
                    forgetOldest();
                }
            }
            case Answered answered -> onAnswer(answered);
        }
    }

    private void ask(Key key, Waiting waiting) {
        PageStretch page = kept.get(key);
        if (page == null
                || !waiting.takes(page)
                || (page.wasTheLast() && waiting.cursor().seq() >= page.last())) {
            List<Waiting> others = underWay.get(key);
            if (others == null) {
                begin(key, waiting);
            } else {
                others.add(waiting);
            }
        } else if (waiting.cursor().seq() < page.last()) {
            waiting.callback().accept(new Rows(page, page.logFirst(), page.logHead()));
        } else {
            ask(after(key, page.last()), waiting);
        }
    }

    private void begin(Key key, Waiting first) {
        List<Waiting> waiting = new ArrayList<>();
        waiting.add(first);
        underWay.put(key, waiting);
        observer.pageRead();
        int limit = SIZE - (int) (key.after().seq() % SIZE);
        gate.run(
                () -> log.page(key.room(), new PageRequest.After(key.after()), limit),
                result -> mailbox.tell(new Answered(key, result)));
    }

    private void onAnswer(Answered answered) {
        List<Waiting> waiting = underWay.remove(answered.key());
        if (waiting == null) {
            return;
        }
        switch (answered.result()) {
            case Failed<LogPage>(var cause) ->
                waiting.forEach(reader -> reader.callback().accept(new Unreadable(cause)));
            case Done<LogPage>(var page) -> tell(answered.key(), page, waiting);
        }
    }

    private void tell(Key key, LogPage page, List<Waiting> waiting) {
        switch (page) {
            case LogPage.Rows rows -> {
                PageStretch stretch = keep(key, rows);
                waiting.forEach(reader -> tellRows(key, stretch, reader, reader.equals(waiting.getFirst())));
            }
            case LogPage.Trimmed trimmed -> waiting.forEach(reader -> tellTrimmed(key, trimmed, reader));
            case LogPage.Ahead _, LogPage.OtherEpoch _, LogPage.NoSuchRoom _ ->
                waiting.forEach(reader -> reader.callback().accept(new Nowhere()));
        }
    }

    /// @param began whether it was read since he asked
    private void tellRows(Key key, PageStretch page, Waiting reader, boolean began) {
        if (!began && !reader.takes(page)) {
            ask(key, reader);
        } else if (reader.cursor().seq() < page.last() || page.wasTheLast()) {
            reader.callback().accept(new Rows(page, page.logFirst(), page.logHead()));
        } else {
            ask(after(key, page.last()), reader);
        }
    }

    private void tellTrimmed(Key key, LogPage.Trimmed page, Waiting reader) {
        long before = page.first() - 1;
        if (reader.cursor().seq() >= before && key.after().seq() < before) {
            ask(new Key(key.room(), new Position(page.epoch(), before)), reader);
        } else {
            reader.callback().accept(new Trimmed(page.first(), page.head()));
        }
    }

    private static Key after(Key key, long seq) {
        return new Key(key.room(), new Position(key.after().epoch(), seq));
    }

    private PageStretch keep(Key key, LogPage.Rows rows) {
        storeTime.heard(rows.storeNow());
        var page = PageStretch.of(key.after(), rows, budget.page());
        if (!page.entries().isEmpty()) {
            PageStretch shorter = kept.put(key, page);
            keptBytes += page.bytes();
            if (shorter != null) {
                forget(shorter);
            }
            makeRoom();
        }
        return page;
    }

    private void makeRoom() {
        while (kept.size() > 1 && (kept.size() > KEPT_PAGES || keptBytes > KEPT_BYTES || budget.exceeded())) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        var oldest = kept.values().iterator();
        forget(oldest.next());
        oldest.remove();
    }

    private void forget(PageStretch page) {
        keptBytes -= page.bytes();
        page.holding().close();
    }

    /// A page of the log in memory.
    ///
    /// @param bytes of its events, without frames
    /// @param holding where events and frames are charged as long as it is kept
    record PageStretch(Position after, List<TailEntry> entries, long logFirst, long logHead, int bytes, Holding holding)
            implements Stretch {

        static PageStretch of(Position after, LogPage.Rows rows, Holding holding) {
            List<TailEntry> entries = new ArrayList<>(rows.events().size());
            int bytes = 0;
            for (Event event : rows.events()) {
                var entry = new TailEntry(event, null);
                entry.enter(holding);
                entries.add(entry);
                bytes += entry.weight();
            }
            return new PageStretch(after, List.copyOf(entries), rows.first(), rows.head(), bytes, holding);
        }

        /// Whether nothing followed it when it was read.
        boolean wasTheLast() {
            return last() >= logHead;
        }

        @Override
        public Epoch epoch() {
            return after.epoch();
        }

        @Override
        public long floor() {
            return after.seq();
        }

        @Override
        public long last() {
            return after.seq() + entries.size();
        }

        @Override
        public TailEntry at(long seq) {
            return entries.get((int) (seq - after.seq() - 1));
        }
    }
}
