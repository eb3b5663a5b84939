package dev.parley.simulation.streams;

import dev.parley.kernel.Position;
import org.jspecify.annotations.Nullable;

/// A gap has to be true: its reason by the log as it was at some moment while the client waited, its numbers as well.
final class GapRules {

    private final LogHistory log;
    private final Transcript transcript;
    private final Objections objections;
    private final RoomAccount account;

    GapRules(LogHistory log, Transcript transcript, Objections objections, RoomAccount account) {
        this.log = log;
        this.transcript = transcript;
        this.objections = objections;
        this.account = account;
    }

    void check(Frame.Gap told, long at) {
        RoomLife next = log.life(told.room(), told.epoch());
        // Only these are told after a look at the log that began after the request; a node that hears of others' events
        // by the heads alone tells the rest from what it knows, and what it does not know yet a little later.
        boolean looked = account.gapDue()
                && (told.reason().equals("epoch-changed") || told.reason().equals("cursor-ahead"));
        if (next == null || next.beganAt() > at || (looked && !next.current(transcript.askedAt(), at))) {
            objections.unless(false, "a gap names the log of the room", told);
            return;
        }
        objections.unless(next.firstAt(at) >= told.first(), "a gap names where the log begins", told);
        objections.unless(next.headAt(at) >= told.head(), "a gap names the head", told);
        switch (told.reason()) {
            case "cursor-expired" -> expired(told, next, at);
            case "epoch-changed" -> epochChanged(told, next, at);
            case "cursor-ahead" -> ahead(told, next);
            case "bad-cursor" -> badCursor(told);
            default -> objections.unless(false, "a gap has a reason", told);
        }
    }

    private void expired(Frame.Gap told, RoomLife next, long at) {
        // Up to there it may have passed over what the client does not want.
        account.accountFor(told.from() - 1, at, told);
        objections.unless(
                next == account.life(), "what has expired is of the log the client reads", account.life(), told);
        objections.unless(
                told.first() > account.position().seq() + 1, "a gap for what is kept", account.position(), told);
        objections.unless(
                told.from() == account.position().seq() + 1 && told.to() == told.first() - 1,
                "a gap names what is missing",
                account.position(),
                told);
    }

    private void epochChanged(Frame.Gap told, RoomLife next, long at) {
        Position asked = asked();
        boolean cursorOfAnother =
                account.gapDue() && asked != null && !asked.epoch().equals(next.epoch);
        boolean changed = next != account.life() && account.life().overBy(at);
        objections.unless(cursorOfAnother || changed, "a gap for an epoch that has not changed", account.life(), told);
        goesOnAtTheHead(told, next);
    }

    private void ahead(Frame.Gap told, RoomLife next) {
        Position asked = asked();
        objections.unless(
                account.gapDue()
                        && asked != null
                        && asked.epoch().equals(next.epoch)
                        && asked.seq() > next.headBefore(transcript.askedAt()),
                "a gap for a cursor that is not ahead",
                asked,
                told);
        goesOnAtTheHead(told, next);
    }

    private void badCursor(Frame.Gap told) {
        objections.unless(
                account.gapDue() && transcript.ask().malformed(), "a gap for a cursor that is well-formed", told);
        objections.unless(told.to() == told.head(), "a gap goes on at the head", told);
    }

    private void goesOnAtTheHead(Frame.Gap told, RoomLife next) {
        objections.unless(
                told.to() == told.head() && (!account.gapDue() || told.head() >= next.headBefore(transcript.askedAt())),
                "a gap goes on at the head",
                told);
    }

    private @Nullable Position asked() {
        return transcript.ask().cursor().get(account.life().room);
    }
}
