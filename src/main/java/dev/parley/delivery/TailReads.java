package dev.parley.delivery;

import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// When a tail reads the log, and whom it tells afterwards. One read at a time, of as many pages as it takes
/// to be complete; what is wanted meanwhile is one more read. A read that failed is tried again, later each
/// time. Touched by its tail only; what it waits for comes through the tail's mailbox.
final class TailReads {

    /// What a read found, or why it found nothing.
    record Page(PageRequest request, Result<LogPage> result) implements Tail.Message {}

    /// The pause after a failure is over.
    record Retry() implements Tail.Message {}

    /// Read at first: enough for those who come back after a short while, little enough for rooms hardly
    /// anybody reads.
    static final int FIRST_READ = 64;

    private static final int NEXT_READ = 256;
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 4;

    private static final Logger log = LoggerFactory.getLogger(TailReads.class);

    private final RoomId room;
    private final Tail.Parts parts;
    private final Supplier<PageRequest> where;
    private final Consumer<Tail.Message> mailbox;
    /// Not before what is committed meanwhile is heard.
    private boolean allowed;

    private boolean reading;
    private boolean wanted;
    private boolean retired;
    private int failures;
    /// Whom the read under way serves: those who asked before it began. Others are served by the next.
    private List<Consumer<Boolean>> served = new ArrayList<>();

    private List<Consumer<Boolean>> next = new ArrayList<>();

    /// @param where asked each time a page is about to be read
    TailReads(RoomId room, Tail.Parts parts, Supplier<PageRequest> where, Consumer<Tail.Message> mailbox) {
        this.room = room;
        this.parts = parts;
        this.where = where;
        this.mailbox = mailbox;
    }

    /// Reads now, or once more after the read that is under way.
    void read() {
        want();
        if (idle()) {
            begin();
        }
    }

    /// The read that is under way will do.
    void readUnlessReading() {
        if (!reading) {
            read();
        }
    }

    /// Calls back after the read that is under way, or else one that begins now.
    void serve(Consumer<Boolean> done) {
        served.add(done);
        readUnlessReading();
    }

    /// Reads and calls back after a read that has not begun yet.
    ///
    /// @param done null = nobody
    void serveNext(@Nullable Consumer<Boolean> done) {
        if (done != null) {
            next.add(done);
        }
        read();
    }

    /// Once more after the page that is being taken in.
    void want() {
        wanted = true;
    }

    /// Reads for the first time, and whenever it is wanted from now on.
    void allow() {
        if (!allowed) {
            allowed = true;
            read();
        }
    }

    /// Whether none is under way and one may begin.
    boolean idle() {
        return allowed && !reading && !retired;
    }

    /// Nothing that is told begins a read any more.
    void retire() {
        retired = true;
    }

    private void begin() {
        reading = true;
        wanted = false;
        served.addAll(next);
        next = new ArrayList<>();
        PageRequest request = where.get();
        int limit = request instanceof PageRequest.Newest ? firstRead() : NEXT_READ;
        parts.observer().tailRead();
        parts.reads()
                .run(() -> parts.log().page(room, request, limit), result -> mailbox.accept(new Page(request, result)));
    }

    private int firstRead() {
        return parts.budget().exceeded() ? 1 : FIRST_READ;
    }

    /// A page was read; it is taken in next.
    void succeeded() {
        reading = false;
        failures = 0;
    }

    /// The page that was taken in is not all.
    void goOn() {
        begin();
    }

    /// The page that was taken in was the last one.
    void complete() {
        answer(true);
        if (incomplete()) {
            begin();
        }
    }

    void failed(Exception cause) {
        reading = false;
        if (failures == 0) {
            log.warn("The log of a room could not be read for its tail ({}); trying again", cause.toString());
        }
        answer(false);
        if (retired) {
            return;
        }
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        long jitter = parts.random().nextLong(pause.toNanos() / 4);
        want();
        parts.timers().after(pause.plusNanos(jitter), () -> mailbox.accept(new Retry()));
    }

    /// Unless somebody had it read meanwhile.
    void retry() {
        if (incomplete()) {
            read();
        }
    }

    private boolean incomplete() {
        return wanted || !next.isEmpty();
    }

    private void answer(boolean known) {
        List<Consumer<Boolean>> answered = served;
        served = new ArrayList<>();
        answered.forEach(done -> done.accept(known));
    }
}
