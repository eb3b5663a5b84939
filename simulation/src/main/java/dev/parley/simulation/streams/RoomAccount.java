package dev.parley.simulation.streams;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.Tier;
import dev.parley.log.Overflow;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one connection was told of one room, held against that room's log: everything up to [#cursor] was written, was
/// not asked for, or the client was told that it is missing.
final class RoomAccount {

    /// A message may still be written this long after its time: the node's idea of the store's clock is a little old.
    private static final long LATE_MILLIS = 5_000;

    private final LogHistory log;
    private final Transcript transcript;
    private final Objections objections;
    private final String session;
    /// The newest seq of each key that was written.
    private final Map<String, Long> shown = new HashMap<>();
    private RoomLife life;
    private long cursor;
    /// What has to be written before the room counts as caught up.
    private long target;
    private long delivered;
    private boolean startUnknown;
    private boolean gapDue;
    private boolean caughtUp;
    private boolean closed;
    /// What the client is being told that it does not get.
    private @Nullable Omission omission;

    RoomAccount(
            LogHistory log,
            Transcript transcript,
            Objections objections,
            String session,
            RoomLife life,
            long cursor,
            long target) {
        this.log = log;
        this.transcript = transcript;
        this.objections = objections;
        this.session = session;
        this.life = life;
        this.cursor = cursor;
        this.target = target;
    }

    /// Before anything else of this room the client has to be told of a gap.
    void owesGap() {
        gapDue = true;
    }

    /// Nobody said where the room starts; the first event does.
    void beginsAnywhere() {
        startUnknown = true;
    }

    boolean gapDue() {
        return gapDue;
    }

    RoomLife life() {
        return life;
    }

    Position position() {
        return new Position(life.epoch, cursor);
    }

    boolean closed() {
        return closed;
    }

    boolean caughtUp() {
        return caughtUp;
    }

    /// Whether this room may be written about.
    void open(Object what) {
        objections.unless(!closed, "nothing of a room follows its end", what);
    }

    void message(Frame.Message message, long at) {
        open(message);
        endOmission();
        objections.unless(!gapDue, "the gap comes first", message);
        objections.unless(message.epoch().equals(life.epoch), "an event of the log the client reads", life, message);
        beginsBefore(message.seq());
        objections.unless(message.seq() > cursor, "nothing is repeated", cursor, message);
        RoomLife of = log.life(message.room(), message.epoch());
        Event event = of == null ? null : of.event(message.seq(), at);
        objections.unless(matches(event, message), "what is written is in the log", message, event);
        if (event != null) {
            objections.unless(transcript.ask().wants(event), "only what was asked for", message);
            Long before = shown.put(event.valueOf(), message.seq());
            objections.unless(
                    before == null || before < message.seq(), "no older value follows a newer one", before, message);
            objections.unless(
                    event.expiresAt() == null || event.expiresAt() > log.storeMillis(at) - LATE_MILLIS,
                    "what has expired is not written",
                    message);
        }
        accountFor(message.seq() - 1, at, message);
        cursor = Math.max(cursor, message.seq());
        delivered++;
    }

    /// What is told first tells where the room starts.
    private void beginsBefore(long seq) {
        if (startUnknown) {
            startUnknown = false;
            cursor = Math.min(cursor, seq - 1);
        }
    }

    private static boolean matches(@Nullable Event event, Frame.Message message) {
        return event != null
                && event.data().toString().equals(message.data())
                && event.type().value().equals(message.type());
    }

    /// Everything up to there that was not written has to be what the client does not want.
    void accountFor(long seq, long at, Object told) {
        if (omission != null && seq >= omission.from()) {
            endOmission();
        }
        for (long missing = cursor + 1; missing <= seq; missing++) {
            Event event = life.event(missing, at);
            if (event == null) {
                objections.unless(false, "no position is named that the log has not reached", life, missing, told);
                break;
            }
            if (wanted(event)) {
                objections.unless(false, "nothing is left out", cursor, event, told);
                break;
            }
        }
        cursor = Math.max(cursor, seq);
    }

    private boolean wanted(Event event) {
        boolean own = !transcript.ask().echo() && session.equals(log.session(event));
        return transcript.ask().wants(event) && !own;
    }

    void caughtUp(Frame.CaughtUp told, long at) {
        open(told);
        endOmission();
        objections.unless(!gapDue, "the gap comes first", told);
        objections.unless(!caughtUp, "caught up is told once", told);
        objections.unless(told.epoch().equals(life.epoch), "caught up with the log the client reads", life, told);
        objections.unless(told.seq() >= target, "caught up with the head that was named", target, told);
        objections.unless(told.replayed() == delivered, "caught up counts what was written", delivered, told);
        accountFor(told.seq(), at, told);
        objections.unless(told.seq() == cursor, "caught up names where the client is", cursor, told);
        caughtUp = true;
    }

    void dropped(Frame.Dropped told, long at) {
        open(told);
        objections.unless(!gapDue, "the gap comes first", told);
        objections.unless(told.epoch().equals(life.epoch), "dropped from the log the client reads", life, told);
        objections.unless(mayLeaveOut(told), "what is dropped is dropped for a reason of its room", told);
        objections.unless(
                told.tier() != Tier.CRITICAL || told.reason().equals("expired"), "critical is never shed", told);
        beginsBefore(told.from());
        if (omission == null || !omission.goesOnWith(told)) {
            endOmission();
            objections.unless(
                    told.from() > cursor && told.to() >= told.from(),
                    "what is dropped was not told before",
                    cursor,
                    told);
            accountFor(told.from() - 1, at, told);
            omission = new Omission(told.from(), told.to());
        }
        omission.add(told, at);
    }

    private boolean mayLeaveOut(Frame.Dropped told) {
        return switch (told.reason()) {
            case "expired" -> true;
            case "slow" -> log.overflow(told.room()) == Overflow.SHED;
            case "superseded" -> log.overflow(told.room()) == Overflow.LATEST;
            default -> false;
        };
    }

    /// What follows belongs to another stretch, or the client is said to know all of this one.
    private void endOmission() {
        Omission ended = omission;
        if (ended == null) {
            return;
        }
        omission = null;
        objections.unless(
                ended.expired(life, transcript.ask()::wants, log.storeMillis(ended.toldAt())),
                "what is dropped has expired",
                ended);
        objections.unless(
                ended.addsUp(life, this::wanted, transcript.ask()::wants), "what is dropped adds up", life, ended);
        objections.unless(
                ended.isReplaced(life, this::wanted, transcript.ask()::wants, log.storeMillis(ended.toldAt())),
                "what is superseded has a newer value",
                life,
                ended);
        cursor = Math.max(cursor, ended.to());
    }

    void gap(Frame.Gap told, long at) {
        open(told);
        endOmission();
        beginsBefore(told.from());
        new GapRules(log, transcript, objections, this).check(told, at);
        RoomLife next = log.life(told.room(), told.epoch());
        if (next != null) {
            life = next;
            shown.clear();
        }
        cursor = told.to();
        target = told.reason().equals("cursor-expired") ? Math.max(target, cursor) : told.head();
        gapDue = false;
    }

    void close(Frame.Closed told, long at) {
        open(told);
        endOmission();
        boolean justified = switch (told.reason()) {
            case "destroyed" -> life.overBy(at);
            case "forbidden" -> log.absent(told.room(), transcript.askedAt(), at);
            default -> false;
        };
        objections.unless(justified, "a room is closed for a reason", life, told);
        closed = true;
    }
}
