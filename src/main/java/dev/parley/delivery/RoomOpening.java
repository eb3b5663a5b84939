package dev.parley.delivery;

import dev.parley.delivery.Notice.GapReason;
import dev.parley.delivery.Notice.Resume;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Position;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.RoomKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Decides where a stream begins in one room. A cursor is taken as it is when the tail holds it, or the log
/// does; that it leads nowhere is said only after a look at the log that began after the request. One thread
/// at a time.
final class RoomOpening {

    sealed interface Outcome {}

    /// @param head the newest seq; what comes up to it is replay
    /// @param gap what is told right after hello
    record Begun(Tail tail, Position cursor, long head, Resume resume, Notice.@Nullable Gap gap) implements Outcome {

        Notice.RoomStart start() {
            return new Notice.RoomStart(tail.room(), cursor.epoch(), head, resume);
        }
    }

    /// The room does not exist any more.
    record Gone(Tail tail) implements Outcome {}

    record Unreadable(Tail tail) implements Outcome {}

    /// How many of the newest messages a stream without a cursor begins with.
    private static final int LIVE_REWIND = 50;

    private static final int LOOKS_PER_MESSAGE = 10;
    private static final int MAX_ROUNDS = 4;

    private final Tail tail;
    private final RoomKind kind;
    private final StreamStart start;
    private final TypeFilter types;
    private final Pages pages;
    private final Consumer<Outcome> answer;
    /// Whether the tail was compared with the log since the request.
    private boolean checked;

    private int rounds;

    RoomOpening(Tail tail, RoomKind kind, StreamStart start, TypeFilter types, Pages pages, Consumer<Outcome> answer) {
        this.tail = tail;
        this.kind = kind;
        this.start = start;
        this.types = types;
        this.pages = pages;
        this.answer = answer;
    }

    void begin() {
        tail.known(this::onKnown);
    }

    private void onKnown(boolean known) {
        TailView view = tail.view();
        if (known && view != null) {
            decide(view);
        } else {
            answer.accept(new Unreadable(tail));
        }
    }

    private void check() {
        if (++rounds > MAX_ROUNDS) {
            answer.accept(new Unreadable(tail));
        } else {
            tail.check(this::onChecked);
        }
    }

    private void onChecked(boolean known) {
        checked = true;
        onKnown(known);
    }

    private void decide(TailView view) {
        if (view.gone()) {
            if (checked) {
                answer.accept(new Gone(tail));
            } else {
                check();
            }
            return;
        }
        switch (start) {
            case StreamStart.Malformed _ -> gapToHead(view, GapReason.BAD_CURSOR);
            case StreamStart.Fresh(var rewind) -> fresh(view, rewind == null ? usual() : rewind);
            case StreamStart.After(var positions) -> {
                Position cursor = positions.get(tail.room());
                if (cursor == null) {
                    fresh(view, 0);
                } else {
                    resume(view, cursor);
                }
            }
        }
    }

    private int usual() {
        return kind == RoomKind.LIVE ? LIVE_REWIND : 0;
    }

    private void resume(TailView view, Position cursor) {
        boolean thisLog = cursor.epoch().equals(view.epoch());
        if (thisLog && cursor.seq() <= view.last()) {
            if (cursor.seq() >= view.floor()) {
                answer.accept(new Begun(tail, cursor, view.last(), Resume.RESUMED, null));
            } else {
                pages.read(tail.room(), cursor, view.amended(), found -> onPage(view, cursor, found));
            }
        } else if (!checked) {
            check();
        } else {
            gapToHead(view, thisLog ? GapReason.CURSOR_AHEAD : GapReason.EPOCH_CHANGED);
        }
    }

    private void onPage(TailView view, Position cursor, Pages.Found found) {
        switch (found) {
            case Pages.Rows rows ->
                answer.accept(new Begun(tail, cursor, Math.max(view.last(), rows.head()), Resume.RESUMED, null));
            case Pages.Trimmed(var first, var head) -> {
                var gap = new Notice.Gap(
                        tail.room(), view.epoch(), cursor.seq() + 1, first - 1, first, head, GapReason.CURSOR_EXPIRED);
                answer.accept(new Begun(tail, new Position(view.epoch(), first - 1), head, Resume.GAP, gap));
            }
            case Pages.Nowhere _ -> check();
            case Pages.Unreadable _ -> answer.accept(new Unreadable(tail));
        }
    }

    private void gapToHead(TailView view, GapReason reason) {
        var gap = gapToHead(tail, view, reason);
        answer.accept(new Begun(tail, view.head(), view.last(), Resume.GAP, gap));
    }

    /// Everything that is kept is left out.
    static Notice.Gap gapToHead(Tail tail, TailView view, GapReason reason) {
        return new Notice.Gap(
                tail.room(), view.epoch(), view.logFirst(), view.last(), view.logFirst(), view.last(), reason);
    }

    private void fresh(TailView view, int rewind) {
        var search = new RewindSearch(
                new Position(view.epoch(), view.last() + 1), rewind, LOOKS_PER_MESSAGE * rewind, types);
        for (long seq = view.last(); seq > view.floor() && !search.over(); seq--) {
            search.look(view.at(seq).event());
        }
        if (search.over() || view.floor() < view.logFirst()) {
            answer.accept(new Begun(tail, search.cursor(), view.last(), Resume.FRESH, null));
        } else {
            pages.rewind(
                    tail.room(), search.before(), search.count(), search.looks(), types, found -> onFound(view, found));
        }
    }

    private void onFound(TailView view, Result<RewindSearch> result) {
        switch (result) {
            case Failed<RewindSearch> _ -> answer.accept(new Unreadable(tail));
            case Done<RewindSearch>(var search) when search.lost() -> check();
            case Done<RewindSearch>(var search) ->
                answer.accept(new Begun(tail, search.cursor(), view.last(), Resume.FRESH, null));
        }
    }
}
