package dev.parley.simulation.streams;

import dev.parley.access.Decision;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.Transcript.Denied;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Renewed;
import dev.parley.simulation.streams.Transcript.Subscribed;
import dev.parley.simulation.streams.Transcript.Unheard;
import dev.parley.simulation.streams.Transcript.Unsubscribed;
import dev.parley.simulation.streams.Transcript.Written;
import dev.parley.usecase.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads one socket from its beginning to its end. Each subscription is held against its room's log from where the
/// client was told that it begins, until it ends or the room is subscribed to once more.
final class SocketRules {

    private final LogHistory log;
    private final Transcript transcript;
    private final Objections objections;
    private final Map<RoomId, RoomAccount> accounts = new LinkedHashMap<>();
    private long expiresAt;
    /// Those shown first open all rooms.
    private final List<Renewed> renewals = new ArrayList<>();
    private final Map<RoomId, Long> joinedAt = new HashMap<>();

    private String session = "";
    private boolean greeted;
    private boolean over;

    SocketRules(LogHistory log, Transcript transcript, Findings findings) {
        this.log = log;
        this.transcript = transcript;
        this.objections = new Objections(transcript, findings);
        this.expiresAt = transcript.ask().expiresAt();
    }

    /// The rooms as they stood in the end.
    Map<RoomId, RoomAccount> check() {
        for (Transcript.Sight sight : transcript.sights()) {
            switch (sight) {
                case Written(var at, var frame) -> read(frame, at);
                case Subscribed subscribed -> begin(subscribed);
                case Unsubscribed(var at, var room) -> accounts.remove(room);
                case Denied denied -> deny(denied);
                case Renewed now -> {
                    renewals.add(now);
                    expiresAt = now.expiresAt();
                }
                case Ended(var at, var how) -> end(how, at);
                case Unheard unheard -> objections.unless(false, "nothing is written after the end", unheard);
                default -> {}
            }
        }
        return accounts;
    }

    private void begin(Subscribed told) {
        objections.unless(!over, "nobody joins a socket that has ended", told);
        var subscription = new Transcript(transcript + "/" + told.room(), told.ask(), told.askedAt());
        var hello = new Frame.Hello(null, session, Map.of(told.room(), told.begin()));
        RoomAccount account =
                new HelloRules(log, subscription, objections).begin(hello, told.room(), told.begin(), null, told.at());
        accounts.remove(told.room());
        joinedAt.put(told.room(), told.at());
        if (account != null) {
            accounts.put(told.room(), account);
        }
    }

    private void deny(Denied denied) {
        boolean justified = switch (denied.refusal()) {
            case Refusal.RoomNotFound _ -> log.absent(denied.room(), denied.askedAt(), denied.at());
            case Refusal.Forbidden(var rule) ->
                rule == Decision.Rule.NO_GRANT && closedSince(denied.room(), denied.askedAt());
            case Refusal.StoreUnavailable _, Refusal.Overloaded _, Refusal.Stopping _ -> true;
            default -> false;
        };
        objections.unless(justified, "a refusal is true", denied);
    }

    private boolean opened(RoomId room) {
        return renewals.isEmpty() || renewals.getLast().rooms().contains(room);
    }

    /// Whether credentials that do not open the room counted at some time since then.
    private boolean closedSince(RoomId room, long since) {
        for (Renewed credentials : renewals.reversed()) {
            if (!credentials.rooms().contains(room)) {
                return true;
            }
            if (credentials.at() < since) {
                return false;
            }
        }
        return false;
    }

    private void read(Frame frame, long at) {
        objections.unless(!over, "nothing follows the last words", frame);
        objections.unless(
                at <= deadline() || ConnectionRules.lastWords(frame),
                "nothing is written to who may not read any more",
                frame);
        if (!(frame instanceof Frame.Retry)) {
            objections.unless(greeted || frame.lastWords() || frame instanceof Frame.Hello, "hello comes first", frame);
        }
        switch (frame) {
            case Frame.Retry _, Frame.Heartbeat _ -> {}
            case Frame.Hello hello -> greet(hello);
            case Frame.Message message -> message(message, at);
            case Frame.CaughtUp told -> with(told.room(), frame, at, account -> account.caughtUp(told, at));
            case Frame.Gap told -> with(told.room(), frame, at, account -> account.gap(told, at));
            case Frame.Dropped told -> with(told.room(), frame, at, account -> account.dropped(told, at));
            case Frame.Cursor told -> with(Objects.requireNonNull(told.room()), frame, at, _ -> {});
            case Frame.Closed told -> close(told, at);
            case Frame.Reconnect _ -> over = true;
            case Frame.Replaced _ -> over = true;
            case Frame.Problem problem -> {
                over = true;
                objections.unless(
                        problem.code().equals("token-expired") && at >= expiresAt, "a problem is true", problem);
            }
            case Frame.Unreadable unreadable -> objections.unless(false, "every frame can be read", unreadable);
        }
    }

    private long deadline() {
        return expiresAt == Long.MAX_VALUE ? expiresAt : expiresAt + StreamChecker.EXPIRY_LATE.toNanos();
    }

    private void greet(Frame.Hello hello) {
        objections.unless(!greeted, "one hello", hello);
        objections.unless(hello.rooms().isEmpty() && hello.id() == null, "hello names no rooms on a socket", hello);
        greeted = true;
        session = hello.session();
    }

    private interface Judgement {
        void of(RoomAccount account);
    }

    private void message(Frame.Message message, long at) {
        String id = message.epoch().text() + ":" + message.seq();
        objections.unless(id.equals(message.id()), "each event names where its room is", message);
        RoomAccount account = reading(message.room(), message, at);
        if (account != null) {
            account.message(message, at);
        }
    }

    private void with(RoomId room, Frame frame, long at, Judgement judgement) {
        RoomAccount account = reading(room, frame, at);
        if (account != null) {
            judgement.of(account);
            idIsTrue(account, frame, at);
        }
    }

    private @Nullable RoomAccount reading(RoomId room, Frame frame, long at) {
        RoomAccount account = accounts.get(room);
        objections.unless(account != null, "only of rooms that are subscribed to", frame);
        objections.unless(
                opened(room) || tellsOfThen(account, frame, at),
                "nothing of a room that its reader may not read any more",
                frame);
        return account;
    }

    /// A client that took nothing then may still be told how far it was.
    private boolean tellsOfThen(@Nullable RoomAccount account, Frame frame, long at) {
        if (account == null) {
            return true;
        }
        RoomId room = account.life().room;
        long until = Math.max(renewals.getLast().at(), joinedAt.getOrDefault(room, 0L))
                + StreamChecker.RENEWAL_LATE.toNanos();
        return at <= until
                || frame instanceof Frame.Cursor(var id, var of)
                        && id != null
                        && Position.parse(id).orElseThrow().seq()
                                <= account.life().headAt(until);
    }

    /// Whatever position an id names, everything of its room up to there was written before or with it.
    private void idIsTrue(RoomAccount account, Frame frame, long at) {
        if (frame instanceof Frame.CaughtUp) {
            return;
        }
        String id = ConnectionRules.id(frame);
        Position position = id == null ? null : Position.parse(id).orElse(null);
        objections.unless(position != null, "an id is a cursor", frame);
        if (position != null) {
            objections.unless(
                    position.epoch().equals(account.life().epoch), "an id is of the log the client reads", frame);
            account.accountFor(position.seq(), at, frame);
        }
    }

    private void close(Frame.Closed told, long at) {
        if (told.reason().equals("forbidden")) {
            objections.unless(accounts.remove(told.room()) != null, "only of rooms that are subscribed to", told);
            objections.unless(
                    closedSince(told.room(), joinedAt.getOrDefault(told.room(), 0L)),
                    "a room is closed for a reason",
                    told);
        } else {
            RoomAccount account = reading(told.room(), told, at);
            if (account != null) {
                account.close(told, at);
            }
        }
    }

    private void end(Ending how, long at) {
        switch (how) {
            case ENDED -> objections.unless(over, "an end is announced", at);
            case OPEN -> objections.unless(!over, "the end follows the last words", at);
            case REFUSED -> objections.unless(false, "a refusal is true", at);
            case ABORTED, LOST -> {}
        }
        over = true;
    }
}
