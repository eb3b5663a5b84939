package dev.parley.simulation.streams;

import dev.parley.kernel.RoomId;
import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/// Judges what clients were written by the log's whole past, and by nothing a server says of itself.
final class StreamChecker {

    /// A sign of life is due after 15 s and comes within one more; lanes of a simulated node are late now and then.
    static final Duration LONGEST_SILENCE = Duration.ofSeconds(18);

    /// The same with a ping every 25 s.
    static final Duration LONGEST_SILENCE_OF_A_SOCKET = Duration.ofSeconds(28);

    static final Duration PONG_DEADLINE = Duration.ofSeconds(10);

    static final Duration WRITE_DEADLINE = Duration.ofSeconds(10);
    /// For who is sent away to hear why.
    static final Duration MOMENT = Duration.ofSeconds(1);
    /// Progress is noticed when the wheel comes round, and a lane that stalls is late for that and for the cut.
    static final Duration LATEST_CUT = Duration.ofSeconds(18);
    /// How late a room is closed that the newest credentials do not open: the rules have to be known for that.
    static final Duration RENEWAL_LATE = Duration.ofSeconds(2);
    /// How late the end of credentials may be noticed.
    static final Duration EXPIRY_LATE = Duration.ofSeconds(3);

    private final LogHistory log;
    private final Findings findings;

    StreamChecker(LogHistory log, Findings findings) {
        this.log = log;
        this.findings = findings;
    }

    void check(Collection<Transcript> transcripts) {
        transcripts.forEach(this::check);
    }

    /// The rooms of this connection as they stood in the end.
    Map<RoomId, RoomAccount> check(Transcript transcript) {
        var rooms = transcript.socket()
                ? new SocketRules(log, transcript, findings).check()
                : new ConnectionRules(log, transcript, findings).check();
        new PulseRules(transcript, new Objections(transcript, findings)).check();
        return rooms;
    }

    /// Who is connected when everything has come to rest has been told all there is.
    void atRest(Transcript transcript) {
        Map<RoomId, RoomAccount> rooms = check(transcript);
        var objections = new Objections(transcript, findings);
        rooms.forEach((room, account) -> {
            if (!account.closed()) {
                RoomLife now = log.current(room);
                objections.unless(
                        now == account.life(), "at rest every client reads the log the room has", now, account.life());
                objections.unless(account.caughtUp(), "at rest every client has caught up", room);
                account.accountFor(account.life().head(), Long.MAX_VALUE, "rest");
            }
        });
    }
}
