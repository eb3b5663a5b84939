package dev.parley.simulation.streams;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Sight;
import dev.parley.simulation.streams.Transcript.Unheard;
import dev.parley.simulation.streams.Transcript.Written;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one connection from its beginning to its end, as its client would, and holds it against the log.
final class ConnectionRules {

    private final LogHistory log;
    private final Transcript transcript;
    private final Objections objections;
    private final Map<RoomId, RoomAccount> accounts = new LinkedHashMap<>();
    /// Asked for and not in hello: each has to be closed right after it.
    private final Set<RoomId> unlisted = new LinkedHashSet<>();

    private boolean retried;
    private boolean greeted;
    /// The last words are said; after them comes only the end.
    private boolean over;

    ConnectionRules(LogHistory log, Transcript transcript, Findings findings) {
        this.log = log;
        this.transcript = transcript;
        this.objections = new Objections(transcript, findings);
    }

    Map<RoomId, RoomAccount> check() {
        for (Sight sight : transcript.sights()) {
            switch (sight) {
                case Written(var at, var frame) -> read(frame, at);
                case Ended(var at, var how) -> end(how, at);
                case Unheard unheard -> objections.unless(false, "nothing is written after the end", unheard);
                default -> {}
            }
        }
        return accounts;
    }

    private void read(Frame frame, long at) {
        objections.unless(!over, "nothing follows the last words", frame);
        objections.unless(
                at <= deadline() || lastWords(frame), "nothing is written to who may not read any more", frame);
        beginsInOrder(frame);
        switch (frame) {
            case Frame.Retry _ -> retried = true;
            case Frame.Hello hello -> greet(hello, at);
            case Frame.Message message -> message(message, at);
            case Frame.CaughtUp told -> with(told.room(), frame, account -> account.caughtUp(told, at));
            case Frame.Gap told -> with(told.room(), frame, account -> account.gap(told, at));
            case Frame.Dropped told -> with(told.room(), frame, account -> account.dropped(told, at));
            case Frame.Closed told -> close(told, at);
            case Frame.Cursor _, Frame.Heartbeat _ -> {}
            case Frame.Reconnect _ -> over = true;
            case Frame.Problem problem -> problem(problem, at);
            case Frame.Replaced _ -> over = true;
            case Frame.Unreadable unreadable -> objections.unless(false, "every frame can be read", unreadable);
        }
        if (!(frame instanceof Frame.Message)) {
            idIsTrue(frame, at);
        }
    }

    private long deadline() {
        long expiresAt = transcript.ask().expiresAt();
        return expiresAt == Long.MAX_VALUE ? expiresAt : expiresAt + StreamChecker.EXPIRY_LATE.toNanos();
    }

    /// What may still be said when nothing of rooms may be.
    static boolean lastWords(Frame frame) {
        return frame.lastWords() || frame instanceof Frame.Cursor || frame instanceof Frame.Retry;
    }

    private void beginsInOrder(Frame frame) {
        boolean lastWords = frame.lastWords();
        boolean rightAfterHello =
                unlisted.isEmpty() || frame instanceof Frame.Closed || frame instanceof Frame.Hello || lastWords;
        objections.unless(rightAfterHello, "rooms that cannot be read are told right after hello", unlisted, frame);
        if (!(frame instanceof Frame.Retry)) {
            objections.unless(retried, "the first thing is when to come back", frame);
            objections.unless(greeted || lastWords || frame instanceof Frame.Hello, "hello comes first", frame);
        }
    }

    private void greet(Frame.Hello hello, long at) {
        objections.unless(!greeted, "one hello", hello);
        greeted = true;
        accounts.putAll(new HelloRules(log, transcript, objections).check(hello, at));
        unlisted.addAll(transcript.ask().rooms());
        unlisted.removeAll(accounts.keySet());
    }

    private void message(Frame.Message message, long at) {
        String id = transcript.ask().multi() ? null : message.epoch().text() + ":" + message.seq();
        objections.unless(Objects.equals(message.id(), id), "events of one room have ids, others none", message);
        with(message.room(), message, account -> account.message(message, at));
    }

    private interface Judgement {
        void of(RoomAccount account);
    }

    private void with(RoomId room, Frame frame, Judgement judgement) {
        RoomAccount account = accounts.get(room);
        objections.unless(account != null, "only of rooms of this stream", frame);
        if (account != null) {
            judgement.of(account);
        }
    }

    private void close(Frame.Closed told, long at) {
        if (unlisted.remove(told.room())) {
            objections.unless(
                    told.reason().equals("forbidden") && log.absent(told.room(), transcript.askedAt(), at),
                    "a room is closed for a reason",
                    told);
        } else {
            with(told.room(), told, account -> account.close(told, at));
        }
    }

    private void problem(Frame.Problem problem, long at) {
        over = true;
        objections.unless(
                problem.code().equals("token-expired") && at >= transcript.ask().expiresAt(),
                "a problem is true",
                problem);
    }

    /// Whatever position an id names, everything up to there was written before or with it.
    private void idIsTrue(Frame frame, long at) {
        String id = id(frame);
        if (id == null) {
            return;
        }
        Map<RoomId, Position> positions = StreamIds.read(transcript.ask(), id);
        objections.unless(positions != null, "an id is a cursor", frame);
        if (positions != null) {
            accounts.forEach((room, account) -> {
                if (!account.closed()) {
                    idIsTrue(frame, account, positions.get(room), at);
                }
            });
        }
    }

    private void idIsTrue(Frame frame, RoomAccount account, @Nullable Position position, long at) {
        if (account.gapDue()) {
            boolean stillOld = position == null
                    ? transcript.ask().malformed()
                    : position.equals(transcript.ask().cursor().get(account.life().room));
            objections.unless(stillOld, "an id hides no gap that is not told yet", account.position(), frame);
            return;
        }
        objections.unless(position != null, "an id leaves no room out", frame);
        if (position != null) {
            objections.unless(
                    position.epoch().equals(account.life().epoch), "an id is of the log the client reads", frame);
            account.accountFor(position.seq(), at, frame);
        }
    }

    static @Nullable String id(Frame frame) {
        return switch (frame) {
            case Frame.Hello hello -> hello.id();
            case Frame.Message message -> message.id();
            case Frame.Gap gap -> gap.id();
            case Frame.Dropped dropped -> dropped.id();
            case Frame.Cursor cursor -> cursor.id();
            default -> null;
        };
    }

    private void end(Ending how, long at) {
        boolean allClosed =
                greeted && unlisted.isEmpty() && accounts.values().stream().allMatch(RoomAccount::closed);
        switch (how) {
            case ENDED -> objections.unless(over || allClosed, "an end is announced", at);
            case OPEN -> objections.unless(!over && !allClosed, "the end follows the last words", at);
            case REFUSED ->
                objections.unless(
                        transcript.ask().rooms().stream().anyMatch(room -> log.absent(room, transcript.askedAt(), at)),
                        "a refusal is true",
                        at);
            case ABORTED, LOST -> {}
        }
        over = true;
    }
}
