package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.Timers;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The newest stretch of one room's log, without holes: at most 512 events or 512 KiB. It is told what was
/// committed, in any order and more than once, and reads the log for whatever it was not told. What it hears
/// is a hint; that the log went back, changed or ended it believes only the log.
///
/// Anybody may tell it things and look at [#view]; its state is touched by its mailbox alone, and lies in its
/// parts: [TailReads] knows when the log is read, [TailIntake] makes the window of what was heard and read,
/// [TailViews] shows it.
final class Tail {

    /// What all tails of a node share.
    record Parts(
            RoomLog log,
            ReadGate reads,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            StoreTime storeTime,
            DeliveryBudget budget,
            StreamObserver observer) {}

    sealed interface Message
            permits Activate,
                    Offer,
                    HeardOf,
                    Check,
                    Ask,
                    HeadSeen,
                    HoleDue,
                    Shrink,
                    Retire,
                    TailReads.Page,
                    TailReads.Retry {}

    private record Activate() implements Message {}

    private record Offer(List<TailEntry> entries) implements Message {}

    private record HeardOf(Position position) implements Message {}

    private record Check(@Nullable Consumer<Boolean> done) implements Message {}

    private record Ask(Consumer<Boolean> done) implements Message {}

    private record HeadSeen(Position noted, @Nullable Position head) implements Message {}

    private record HoleDue() implements Message {}

    private record Shrink() implements Message {}

    private record Retire() implements Message {}

    /// How long a hole may close by itself: the lanes of a node tell out of order by less.
    static final Duration HOLE_PATIENCE = Duration.ofMillis(100);

    private final RoomId room;
    private final Parts parts;
    private final Mailbox<Message> mailbox;
    private final TailViews views;
    private final TailReads reads;
    private final TailIntake intake;
    private final HeadFrames headFrames = new HeadFrames();
    private final TierCounts shed = new TierCounts();
    private volatile long heardAt;
    private boolean holeAwaited;

    Tail(RoomId room, Parts parts) {
        this.room = room;
        this.parts = parts;
        this.mailbox = new Mailbox<>(parts.executor(), this::handle);
        this.views = new TailViews(parts.budget());
        this.reads = new TailReads(room, parts, this::request, mailbox::tell);
        this.intake = new TailIntake(parts.storeTime(), reads, views, parts.budget());
        this.heardAt = parts.clock().nanos();
    }

    RoomId room() {
        return room;
    }

    /// Its heads as those who pull are told of them.
    HeadFrames headFrames() {
        return headFrames;
    }

    /// The tail as of now; null until the log was read for the first time.
    @Nullable
    TailView view() {
        return views.view();
    }

    /// When the last event was heard, in nanoseconds of the node's clock.
    long heardAt() {
        return heardAt;
    }

    /// Calls the listener after each change of the view; on any thread, it must not block.
    void listen(Runnable listener) {
        views.listen(listener);
    }

    void unlisten(Runnable listener) {
        views.unlisten(listener);
    }

    /// Whatever is committed from now on is heard, as far as anybody knows: reads the log for the first time.
    /// Until then nothing is read.
    void activate() {
        mailbox.tell(new Activate());
    }

    /// Events of this room that are in the log, as somebody heard.
    void offer(List<TailEntry> entries) {
        mailbox.tell(new Offer(entries));
    }

    /// The log has this position, as somebody heard.
    void heardOf(Position position) {
        mailbox.tell(new HeardOf(position));
    }

    /// Reads the log from the head on.
    void check() {
        mailbox.tell(new Check(null));
    }

    /// The same; calls back once a read that began after this call has been taken in, with false when the
    /// log could not be read.
    void check(Consumer<Boolean> done) {
        mailbox.tell(new Check(done));
    }

    /// Calls back once there is a view, with false when the log could not be read.
    void known(Consumer<Boolean> done) {
        mailbox.tell(new Ask(done));
    }

    /// The head as the log showed it after `noted` was this tail's.
    ///
    /// @param head null when the room does not exist
    void headSeen(Position noted, @Nullable Position head) {
        mailbox.tell(new HeadSeen(noted, head));
    }

    /// Some reader of it was told so.
    void leftOut(Notice.Dropped told) {
        if (told.reason() != DropReason.EXPIRED) {
            shed.add(told.tier(), told.count());
        }
    }

    /// Events that its readers on this node were told are left out, so far.
    Map<Tier, Long> shed() {
        return shed.counts();
    }

    /// What it holds, in bytes.
    long bytes() {
        return views.bytes();
    }

    /// Of it, about what [#shrink] leaves.
    long least() {
        return views.least();
    }

    /// Keeps only the newest few events: who needs others reads pages.
    void shrink() {
        mailbox.tell(new Shrink());
    }

    /// Nobody reads it any more, and nobody will.
    void retire() {
        mailbox.tell(new Retire());
    }

    private PageRequest request() {
        return intake.request();
    }

    private void handle(Message message) {
        switch (message) {
            case Activate _ -> reads.allow();
            case Offer offer -> onOffer(offer.entries());
            case HeardOf heard -> onHeardOf(heard.position());
            case Check check -> reads.serveNext(check.done());
            case Ask ask -> onAsk(ask.done());
            case HeadSeen seen -> onHeadSeen(seen);
            case HoleDue _ -> onHoleDue();
            case TailReads.Page page -> onPage(page);
            case TailReads.Retry _ -> reads.retry();
            case Shrink _ -> intake.shrink();
            case Retire _ -> onRetire();
        }
    }

    private void onOffer(List<TailEntry> entries) {
        heardAt = parts.clock().nanos();
        intake.take(entries);
        awaitHole();
    }

    private void onHeardOf(Position position) {
        intake.take(position);
        awaitHole();
    }

    private void awaitHole() {
        if (holeAwaited || !reads.idle() || !intake.hasHole()) {
            return;
        }
        holeAwaited = true;
        long jitter = parts.random().nextLong(HOLE_PATIENCE.toNanos() / 5);
        parts.timers().after(HOLE_PATIENCE.plusNanos(jitter), () -> mailbox.tell(new HoleDue()));
    }

    private void onHoleDue() {
        holeAwaited = false;
        if (intake.hasHole()) {
            reads.read();
        }
    }

    private void onAsk(Consumer<Boolean> done) {
        if (views.view() != null) {
            done.accept(true);
        } else {
            reads.serve(done);
        }
    }

    private void onHeadSeen(HeadSeen seen) {
        if (intake.contradicts(seen.noted(), seen.head())) {
            reads.read();
        }
    }

    private void onPage(TailReads.Page page) {
        switch (page.result()) {
            case Failed<LogPage>(var cause) -> reads.failed(cause);
            case Done<LogPage>(var found) -> {
                reads.succeeded();
                if (intake.take(page.request(), found)) {
                    reads.complete();
                    awaitHole();
                } else {
                    reads.goOn();
                }
            }
        }
    }

    private void onRetire() {
        reads.retire();
        intake.retire();
    }
}
