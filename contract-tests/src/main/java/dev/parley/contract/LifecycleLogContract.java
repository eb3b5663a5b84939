package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.OnlineUser;
import dev.parley.lifecycle.Visitor;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.RoomLog;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.LeaveCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [LifecycleLog] keeps. An adapter's test subclasses this and hands in two views of one store.
@Timeout(60)
public abstract class LifecycleLogContract {

    /// Two logs without any row, as two nodes see one store, and the rooms of that store.
    public record Logs(LifecycleLog first, LifecycleLog second, RoomLog rooms, Runnable close) {}

    private static final RoomId LOBBY = new RoomId("lobby");
    private static final Duration EVER = Duration.ofDays(3_650);

    private Logs logs;
    private LifecycleLog log;

    protected abstract Logs open();

    @BeforeEach
    void openLogs() {
        logs = open();
        log = logs.first();
    }

    @AfterEach
    void closeLogs() {
        logs.close().run();
    }

    private static Visitor visitor(String user, long epoch) {
        return new Visitor(new UserId(user), null, new SessionId("session-of-" + user), new ConnectionEpoch(epoch));
    }

    private static LifecycleEntry online(RoomId room, String user, long epoch) {
        return new LifecycleEntry(LifecycleKind.ONLINE, room, visitor(user, epoch), null);
    }

    private static LifecycleEntry online(String user, long epoch) {
        return online(LOBBY, user, epoch);
    }

    private static LifecycleEntry offline(String user, long epoch) {
        return new LifecycleEntry(LifecycleKind.OFFLINE, LOBBY, visitor(user, epoch), LeaveCause.CLOSED);
    }

    private static LifecycleEntry room(LifecycleKind kind, String user, long epoch) {
        return new LifecycleEntry(kind, LOBBY, visitor(user, epoch), null);
    }

    private void append(LifecycleEntry... entries) {
        for (LifecycleEntry entry : entries) {
            log.append(List.of(entry));
        }
    }

    private LifecyclePage.Rows rows(LifecycleLog reader, @Nullable Long after, int limit) {
        LifecyclePage page = reader.read(after, limit);
        assertThat(page).isInstanceOf(LifecyclePage.Rows.class);
        return (LifecyclePage.Rows) page;
    }

    private List<LifecycleRow> all() {
        return rows(logs.second(), null, 500).rows();
    }

    private List<LifecycleEntry> entries() {
        return all().stream().map(LifecycleRow::entry).toList();
    }

    private List<String> who(@Nullable OnlineUser after, int limit) {
        return log.online(after, limit).stream()
                .map(user -> user.room() + "/" + user.visitor().user() + ":"
                        + user.visitor().epoch())
                .toList();
    }

    @Test
    void whatWasAppendedIsReadByAllAsItWas() {
        var named = new Visitor(
                new UserId("bob|1"), "Böb \"1\"", new SessionId("session-1"), new ConnectionEpoch(Long.MAX_VALUE));
        List<LifecycleEntry> told = List.of(
                new LifecycleEntry(LifecycleKind.ONLINE, LOBBY, named, null),
                new LifecycleEntry(LifecycleKind.OCCUPIED, LOBBY, named, null),
                new LifecycleEntry(LifecycleKind.OFFLINE, LOBBY, named, LeaveCause.LEASE_EXPIRED),
                new LifecycleEntry(LifecycleKind.VACATED, LOBBY, named, null));

        log.append(told);

        assertThat(entries()).isEqualTo(told);
        assertThat(all()).extracting(LifecycleRow::pos).isSorted().doesNotHaveDuplicates();
        assertThat(all()).extracting(LifecycleRow::ts).isSorted().allMatch(ts -> ts > 1_000_000_000_000L);
    }

    @Test
    void anEmptyLogSaysSo() {
        assertThat(log.read(null, 10)).isEqualTo(new LifecyclePage.Rows(List.of(), 1, 0));
        assertThat(log.read(0L, 10)).isEqualTo(new LifecyclePage.Rows(List.of(), 1, 0));
        log.append(List.of());
        assertThat(log.read(null, 10)).isEqualTo(new LifecyclePage.Rows(List.of(), 1, 0));
    }

    @Test
    void aReaderGoesOnAfterWhatItHasRead() {
        for (int i = 0; i < 5; i++) {
            append(online("user" + i, 1 + i));
        }

        LifecyclePage.Rows first = rows(log, null, 2);
        LifecyclePage.Rows rest = rows(log, first.rows().getLast().pos(), 10);

        assertThat(first.rows()).hasSize(2);
        assertThat(rest.rows()).hasSize(3);
        assertThat(rest.head()).isEqualTo(rest.rows().getLast().pos());
        assertThat(rows(log, rest.head(), 10).rows()).isEmpty();
    }

    @Test
    void aPositionThatWasNeverReachedIsSaidToBeAhead() {
        append(online("bob", 1));
        long head = rows(log, null, 10).head();

        assertThat(log.read(head + 1, 10)).isEqualTo(new LifecyclePage.Ahead(1, head));
    }

    @Test
    void theSameAgainAddsNothing() {
        append(online("bob", 1), offline("bob", 1), online("bob", 2));

        append(online("bob", 1), offline("bob", 1), online("bob", 2));

        assertThat(entries()).containsExactly(online("bob", 1), offline("bob", 1), online("bob", 2));
    }

    @Test
    void aUsersComingsAndGoingsAlternate() {
        append(online("bob", 1), online("bob", 2), offline("bob", 2), offline("bob", 1), online("bob", 3));

        assertThat(entries()).containsExactly(online("bob", 1), offline("bob", 2), online("bob", 3));
    }

    @Test
    void soTheyDoWithinOneCall() {
        log.append(List.of(online("bob", 1), online("bob", 2), offline("bob", 2), offline("bob", 2), online("bob", 3)));

        assertThat(entries()).containsExactly(online("bob", 1), offline("bob", 2), online("bob", 3));
    }

    @Test
    void aRoomIsOccupiedAndVacatedInTurn() {
        append(
                room(LifecycleKind.OCCUPIED, "bob", 1),
                room(LifecycleKind.OCCUPIED, "eve", 2),
                room(LifecycleKind.VACATED, "eve", 2),
                room(LifecycleKind.VACATED, "bob", 1),
                room(LifecycleKind.OCCUPIED, "bob", 3));

        assertThat(entries())
                .containsExactly(
                        room(LifecycleKind.OCCUPIED, "bob", 1),
                        room(LifecycleKind.VACATED, "eve", 2),
                        room(LifecycleKind.OCCUPIED, "bob", 3));
    }

    @Test
    void usersAndRoomsDoNotConcernEachOther() {
        var hall = new RoomId("hall");
        append(online("bob", 1), online("eve", 1), online(hall, "bob", 1), offline("eve", 1));

        assertThat(entries()).hasSize(4);
    }

    @Test
    void aGoingWithoutAComingIsKept() {
        append(offline("bob", 1));

        assertThat(entries()).containsExactly(offline("bob", 1));
    }

    @Test
    void onlineAreThoseOfWhomItWasSaidLast() {
        var hall = new RoomId("hall");
        append(online("bob", 1), online("Zoe", 2), online("eve", 3), online(hall, "yan", 4));
        append(offline("eve", 3), offline("bob", 1), online("bob", 5));

        assertThat(who(null, 10)).containsExactly("hall/yan:4", "lobby/Zoe:2", "lobby/bob:5");
        assertThat(who(null, 2)).containsExactly("hall/yan:4", "lobby/Zoe:2");
        assertThat(who(new OnlineUser(LOBBY, visitor("Zoe", 2)), 2)).containsExactly("lobby/bob:5");
        assertThat(who(new OnlineUser(LOBBY, visitor("anna", 9)), 2)).containsExactly("lobby/bob:5");
    }

    @Test
    void roomsThatAreCreatedAndDestroyedAreTold() {
        var hall = Appends.toNew("hall");
        append(online("bob", 1));

        logs.rooms()
                .append(
                        List.of(hall.creation(RoomKind.DURABLE, RoomSettings.defaults(RoomKind.DURABLE))),
                        RoomLog.Patience.WAIT);
        append(online("eve", 1));
        logs.rooms().append(List.of(hall.destruction("end", null)), RoomLog.Patience.WAIT);
        logs.rooms().append(List.of(hall.destruction("end", null)), RoomLog.Patience.WAIT);

        assertThat(entries())
                .containsExactly(
                        online("bob", 1),
                        new LifecycleEntry(LifecycleKind.ROOM_CREATED, hall.room(), null, null),
                        online("eve", 1),
                        new LifecycleEntry(LifecycleKind.ROOM_DESTROYED, hall.room(), null, null));
    }

    @Test
    void theOldestBeyondTheNumberKeptAreTrimmedAndSaidToBe() {
        for (int i = 0; i < 10; i++) {
            append(online("user" + i, 1 + i));
        }
        long third = all().get(2).pos();

        assertThat(log.trim(EVER, 7)).isEqualTo(3);
        assertThat(log.trim(EVER, 7)).isZero();

        long head = rows(log, third, 10).head();
        assertThat(rows(log, third, 10).rows()).hasSize(7);
        assertThat(log.read(third - 1, 10)).isEqualTo(new LifecyclePage.Expired(third + 1, head));
        assertThat(rows(log, null, 10)).returns(third + 1, LifecyclePage.Rows::first);
        assertThat(log.read(head + 1, 10)).isEqualTo(new LifecyclePage.Ahead(third + 1, head));
    }

    @Test
    void whatIsTooOldIsTrimmedAndPositionsGoOn() {
        append(online("bob", 1));
        long pos = all().getFirst().pos();

        assertThat(log.trim(EVER, 1_000)).isZero();
        // A negative age is reached by everything, whatever the store's clock does meanwhile.
        assertThat(log.trim(Duration.ofMinutes(-1), 1_000)).isEqualTo(1);

        assertThat(log.read(null, 10)).isEqualTo(new LifecyclePage.Rows(List.of(), pos + 1, pos));
        append(online("eve", 2));
        assertThat(all()).singleElement().matches(row -> row.pos() > pos);
    }

    @Test
    void whatWasTrimmedDoesNotCountAnyMore() {
        append(online("bob", 1));
        log.trim(Duration.ofMinutes(-1), 1_000);

        assertThat(log.online(null, 10)).isEmpty();
        append(online("bob", 1));
        assertThat(entries()).containsExactly(online("bob", 1));
    }

    @Test
    void aFullCallIsTaken() {
        log.append(IntStream.range(0, LifecycleLog.MOST_ROWS)
                .mapToObj(i -> online("user" + i, 1 + i))
                .toList());

        assertThat(all()).hasSize(LifecycleLog.MOST_ROWS);
    }

    @Test
    void aReaderBesideManyWritersMissesNothing() {
        int writers = 4;
        int each = 25;
        var writing = new AtomicInteger(writers);

        var found = AtOnce.run(writers + 1, i -> () -> {
            if (i == writers) {
                return readWhile(writing);
            }
            try {
                for (int n = 0; n < each; n++) {
                    (i % 2 == 0 ? logs.first() : logs.second()).append(List.of(online("user" + i + "-" + n, 1 + n)));
                }
            } finally {
                writing.decrementAndGet();
            }
            return List.<LifecycleRow>of();
        });

        assertThat(found.get(writers)).hasSize(writers * each).isEqualTo(all());
    }

    private List<LifecycleRow> readWhile(AtomicInteger writing) {
        var read = new ArrayList<LifecycleRow>();
        long at = 0;
        boolean last;
        do {
            last = writing.get() == 0;
            List<LifecycleRow> rows = rows(logs.second(), at, 7).rows();
            read.addAll(rows);
            at = rows.isEmpty() ? at : rows.getLast().pos();
            last = last && rows.isEmpty();
        } while (!last);
        return read;
    }

    @Test
    void tabsThatAreToldByTwoNodesAtOnceAreOneComingAndOneGoing() {
        for (int round = 0; round < 10; round++) {
            int base = 1 + round * 10;
            AtOnce.run(5, i -> () -> say(i, online("bob", base + i)));
            AtOnce.run(5, i -> () -> say(i, offline("bob", base + i)));
        }

        assertThat(entries()).hasSize(20);
        assertThat(entries().stream().map(LifecycleEntry::kind).distinct()).hasSize(2);
        for (int i = 0; i < 20; i += 2) {
            assertThat(entries().get(i).kind()).isEqualTo(LifecycleKind.ONLINE);
            assertThat(entries().get(i + 1).kind()).isEqualTo(LifecycleKind.OFFLINE);
        }
    }

    private boolean say(int node, LifecycleEntry entry) {
        (node % 2 == 0 ? logs.first() : logs.second()).append(List.of(entry));
        return true;
    }
}
