package dev.parley.simulation.streams;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.simulation.streams.Frame.Resume;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The beginning of a stream: it names where it starts, and that is never newer than what the client has.
final class HelloRules {

    private static final int MOST_EVENTS_PER_MESSAGE = 10;

    private final LogHistory log;
    private final Transcript transcript;
    private final Objections objections;
    private final Ask ask;

    HelloRules(LogHistory log, Transcript transcript, Objections objections) {
        this.log = log;
        this.transcript = transcript;
        this.objections = objections;
        this.ask = transcript.ask();
    }

    /// The rooms this stream has from now on.
    Map<RoomId, RoomAccount> check(Frame.Hello hello, long at) {
        boolean gaps = hello.rooms().values().stream().anyMatch(room -> room.resume() == Resume.GAP);
        objections.unless(!gaps || hello.id() == null, "no id before a gap", hello);
        objections.unless(gaps || hello.id() != null, "hello has an id", hello);
        Map<RoomId, Position> starts = starts(hello);
        var accounts = new LinkedHashMap<RoomId, RoomAccount>();
        hello.rooms().forEach((room, begin) -> {
            RoomAccount account = begin(hello, room, begin, starts.get(room), at);
            if (account != null) {
                accounts.put(room, account);
            }
        });
        return accounts;
    }

    private Map<RoomId, Position> starts(Frame.Hello hello) {
        if (hello.id() == null) {
            return Map.of();
        }
        Map<RoomId, Position> starts = StreamIds.read(ask, hello.id());
        objections.unless(starts != null && namesItsRooms(starts, hello), "hello's id names its rooms", hello);
        return starts == null ? new HashMap<>() : starts;
    }

    /// Rooms of the client's cursor that may not be read now stay in it as they are.
    private boolean namesItsRooms(Map<RoomId, Position> starts, Frame.Hello hello) {
        return starts.keySet().containsAll(hello.rooms().keySet())
                && starts.entrySet().stream()
                        .allMatch(start -> hello.rooms().containsKey(start.getKey())
                                || start.getValue().equals(ask.cursor().get(start.getKey())));
    }

    /// One room; null when it cannot be judged.
    ///
    /// A node that hears of others' events by looking at the heads may be a little behind.
    @Nullable
    RoomAccount begin(Frame.Hello hello, RoomId room, Frame.Room begin, @Nullable Position start, long at) {
        RoomLife life = log.life(room, begin.epoch());
        if (!ask.rooms().contains(room) || life == null || life.beganAt() > at) {
            objections.unless(false, "hello names the logs of the rooms asked for", hello);
            return null;
        }
        objections.unless(
                begin.head() <= life.headAt(at), "hello names no head the log has not reached", life.headAt(at), hello);
        return switch (begin.resume()) {
            case FRESH -> fresh(hello, life, begin, start);
            case RESUMED -> resumed(hello, life, begin, start);
            case GAP -> gap(hello, life, begin);
        };
    }

    private RoomAccount fresh(Frame.Hello hello, RoomLife life, Frame.Room begin, @Nullable Position start) {
        objections.unless(
                !ask.malformed() && !ask.cursor().containsKey(life.room), "fresh is who has no cursor", hello);
        long seq = start == null ? begin.head() : start.seq();
        if (start != null) {
            objections.unless(start.epoch().equals(life.epoch), "hello's id is of the room's log", life, hello);
            if (ask.rewind() == 0) {
                objections.unless(seq == begin.head(), "a fresh stream starts at the head", hello);
            } else {
                rewound(hello, life, begin, seq);
            }
        }
        RoomAccount account = account(hello, life, seq, begin.head());
        if (start == null && ask.rewind() > 0) {
            account.beginsAnywhere();
        }
        return account;
    }

    /// As many messages as were asked for, of those the client wants, or all there are among ten times as many events.
    private void rewound(Frame.Hello hello, RoomLife life, Frame.Room begin, long start) {
        long messages = 0;
        for (long seq = start + 1; seq <= begin.head(); seq++) {
            var event = life.event(seq, Long.MAX_VALUE);
            messages += event != null && !event.type().system() && ask.wants(event) ? 1 : 0;
        }
        boolean all = start <= life.firstAt(Long.MAX_VALUE) - 1
                || begin.head() - start >= (long) MOST_EVENTS_PER_MESSAGE * ask.rewind();
        objections.unless(
                start <= begin.head() && messages <= ask.rewind() && (messages == ask.rewind() || all),
                "as much is rewound as was asked for",
                messages,
                hello);
    }

    private RoomAccount resumed(Frame.Hello hello, RoomLife life, Frame.Room begin, @Nullable Position start) {
        Position cursor = ask.cursor().get(life.room);
        objections.unless(
                cursor != null && cursor.epoch().equals(life.epoch) && cursor.seq() <= begin.head(),
                "resumed is who has a cursor of this log",
                cursor,
                hello);
        objections.unless(start == null || start.equals(cursor), "hello's id is where the client is", cursor, hello);
        return account(hello, life, cursor == null ? begin.head() : cursor.seq(), begin.head());
    }

    private RoomAccount gap(Frame.Hello hello, RoomLife life, Frame.Room begin) {
        Position cursor = ask.cursor().get(life.room);
        long at = cursor != null && cursor.epoch().equals(life.epoch) ? cursor.seq() : 0;
        RoomAccount account = account(hello, life, at, begin.head());
        account.owesGap();
        return account;
    }

    private RoomAccount account(Frame.Hello hello, RoomLife life, long cursor, long target) {
        return new RoomAccount(log, transcript, objections, hello.session(), life, cursor, target);
    }
}
