package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.Held;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.RoomState;
import dev.parley.room.spi.RoomReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// What the contracts of the store's ports share: a store per test and short words for its use.
@Timeout(60)
public abstract class StoreContract {

    /// More tries for a room than any test's writers can keep it busy.
    private static final int HELD_TRIES = 60;

    StoreUnderTest store;
    RoomLog log;
    RoomReader rooms;
    StoreGeneration generation;

    /// A store without rooms. It is closed after the test.
    protected abstract StoreUnderTest newStore();

    @BeforeEach
    void openStore() {
        store = newStore();
        log = store.first().log();
        rooms = store.first().rooms();
        generation = store.first().generation();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    List<Settled> append(List<Append> batch) {
        return append(log, batch);
    }

    /// Tries again while another writer holds the room: that wait is the caller's, not the store's.
    static List<Settled> append(RoomLog log, List<Append> batch) {
        var results = log.append(batch, Patience.WAIT);
        for (int i = 0; i < HELD_TRIES && results.stream().anyMatch(Held.class::isInstance); i++) {
            results = log.append(batch, Patience.WAIT);
        }
        return results;
    }

    List<Settled> append(Append... batch) {
        return append(List.of(batch));
    }

    Settled appendOne(Append item) {
        return append(item).getFirst();
    }

    /// Appends what must succeed for the first time.
    Event appended(Append item) {
        return appended(appendOne(item));
    }

    static Event appended(Settled result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.duplicate()).isFalse());
        return ((Appended) result).event();
    }

    static Event duplicate(Settled result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.duplicate()).isTrue());
        return ((Appended) result).event();
    }

    /// A durable room that keeps all and has no limit.
    Appends newRoom(String id) {
        return newRoom(id, RoomKind.DURABLE, RoomSettings.defaults(RoomKind.DURABLE));
    }

    Appends newRoom(String id, RoomKind kind, RoomSettings settings) {
        var room = Appends.toNew(id);
        assertThat(appendOne(room.creation(kind, settings)))
                .isInstanceOfSatisfying(
                        Applied.class, it -> assertThat(it.duplicate()).isFalse());
        return room;
    }

    RoomState state(Appends room) {
        return rooms.read(room.room()).orElseThrow();
    }

    Position position(Appends room, long seq) {
        return new Position(state(room).epoch(), seq);
    }

    LogPage after(Appends room, long seq, int limit) {
        return log.page(room.room(), new PageRequest.After(position(room, seq)), limit);
    }

    LogPage before(Appends room, long seq, int limit) {
        return log.page(room.room(), new PageRequest.Before(position(room, seq)), limit);
    }

    LogPage newest(Appends room, int limit) {
        return log.page(room.room(), new PageRequest.Newest(), limit);
    }

    static LogPage.Rows rows(LogPage page) {
        assertThat(page).isInstanceOf(LogPage.Rows.class);
        return (LogPage.Rows) page;
    }

    static List<Long> seqs(LogPage page) {
        return rows(page).events().stream().map(Event::seq).toList();
    }

    /// Everything the log keeps of the room, read page by page from `first` on.
    List<Event> everything(RoomId room) {
        return everything(store.first(), room);
    }

    static List<Event> everything(StoreUnderTest.Ports ports, RoomId room) {
        var state = ports.rooms().read(room).orElseThrow();
        var events = new ArrayList<Event>();
        long at = state.first() - 1;
        while (at < state.head()) {
            var page = ports.log().page(room, new PageRequest.After(new Position(state.epoch(), at)), 500);
            assertThat(rows(page).events()).isNotEmpty();
            events.addAll(rows(page).events());
            at = events.getLast().seq();
        }
        return events;
    }

    List<String> ids(Appends room) {
        return everything(room.room()).stream()
                .map(event -> event.clientMsgId().value())
                .toList();
    }
}
