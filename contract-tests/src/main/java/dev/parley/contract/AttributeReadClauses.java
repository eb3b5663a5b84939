package dev.parley.contract;

import static dev.parley.contract.AttributeChanges.key;
import static dev.parley.contract.AttributeChanges.remove;
import static dev.parley.contract.AttributeChanges.set;
import static dev.parley.contract.AttributeChanges.setMany;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.Attribute;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.room.ChangedAttributes;
import dev.parley.room.HeldAttribute;
import dev.parley.room.RoomSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What is read of attributes, and how long what was removed is known.
abstract class AttributeReadClauses extends StoreContract {

    private static final RoomSettings KEEPS_ONE = new RoomSettings("", new Retention(1, 0), 0, false);

    private static final Sender ALICE = Sender.of(new UserId("alice"));

    private static final int READS = 200;
    private static final int WRITERS = 4;
    private static final int JOINERS = 2;
    private static final int JOINS = 1_000;

    private Append change(Appends room, String id, AttributeChanges change) {
        return room.attributes(id, change.change());
    }

    private ChangedAttributes changes(Appends room, long after) {
        return store.attributes().changes(room.room(), after).orElseThrow();
    }

    private static List<String> told(ChangedAttributes changes) {
        return changes.items().stream()
                .map(row -> row.seq() + (row.held() ? "+" : "-") + row.key())
                .toList();
    }

    @Test
    void aSnapshotIsTheRoomWithItsAttributesInTheOrderOfTheirKeys() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("b", 1)), change(room, "a2", set("B", 1)), change(room, "a3", set("a", 1)));
        append(change(room, "a4", set("gone", 1)), change(room, "a5", remove("gone")));

        var snapshot = store.attributes().snapshot(room.room()).orElseThrow();

        assertThat(snapshot.room()).isEqualTo(state(room));
        assertThat(snapshot.position()).isEqualTo(position(room, 5));
        assertThat(snapshot.attributes().stream().map(Attribute::key)).containsExactly(key("B"), key("a"), key("b"));
    }

    @Test
    void aRoomWithoutAttributesHasASnapshotAndOneThatIsNotHasNone() {
        var room = newRoom("lobby");

        assertThat(store.attributes().snapshot(room.room()).orElseThrow().attributes())
                .isEmpty();
        assertThat(changes(room, 0)).isEqualTo(new ChangedAttributes(state(room).epoch(), 1, 0, true, List.of()));
        assertThat(store.attributes().snapshot(new RoomId("nowhere"))).isEmpty();
        assertThat(store.attributes().changes(new RoomId("nowhere"), 0)).isEmpty();
    }

    @Test
    void changesTellEachKeyOnceInTheOrderOfTheirSeqs() {
        var room = newRoom("lobby");
        append(
                change(room, "a1", set("a", 1)),
                change(room, "a2", set("b", 1)),
                room.message("m1"),
                change(room, "a4", set("a", 2)),
                change(room, "a5", remove("b")));

        assertThat(told(changes(room, 0))).containsExactly("4+a", "5-b");
        assertThat(told(changes(room, 4))).containsExactly("5-b");
        assertThat(told(changes(room, 5))).isEmpty();
        assertThat(changes(room, 4)).returns(true, ChangedAttributes::complete).returns(5L, ChangedAttributes::head);
    }

    @Test
    void removalsGoWithTheLogAndWhatIsHeldStays() {
        var room = newRoom("lobby", RoomKind.DURABLE, KEEPS_ONE);
        append(change(room, "a1", set("a", 1)), change(room, "a2", set("b", 1)), change(room, "a3", remove("a")));
        append(room.message("m1"));
        log.trim(room.room(), 500);

        assertThat(state(room).first()).isEqualTo(4);
        assertThat(changes(room, 2).complete()).isFalse();
        assertThat(changes(room, 3)).returns(true, ChangedAttributes::complete);
        assertThat(told(changes(room, 0))).containsExactly("2+b");
    }

    @Test
    void twoHundredRemovalsAreKnown() {
        var room = newRoom("lobby");
        for (int i = 0; i < 11; i++) {
            int from = 20 * i + 1;
            appended(change(room, "s" + i, setMany("k", from, from + 19)));
            var removal = set("last", i);
            for (int k = from; k < from + 20; k++) {
                removal = removal.removing("k" + k);
            }
            appended(change(room, "r" + i, removal));
        }

        assertThat(changes(room, 1).complete()).isFalse();
        var known = changes(room, 2);
        assertThat(known.complete()).isTrue();
        assertThat(known.items()).hasSize(201);
    }

    @Test
    void whatHasExpiredIsFoundUntilItIsRemoved() {
        var room = newRoom("lobby");
        append(
                change(room, "a1", set("late", 1).lasting(2_000)),
                change(room, "a2", set("soon", 1).lasting(1_000)),
                change(room, "a3", set("stays", 1)),
                change(room, "a4", set("far", 1).lasting(3_600_000)));
        assertThat(store.attributes().expired(10)).isEmpty();

        store.age(room.room(), Duration.ofSeconds(60));

        var soon = held(room, "soon", 2);
        var late = held(room, "late", 1);
        assertThat(store.attributes().expired(10)).containsExactly(soon, late);
        assertThat(store.attributes().expired(1)).containsExactly(soon);
        append(change(room, "a5", remove("soon")), change(room, "a6", set("late", 2)));
        assertThat(store.attributes().expired(10)).isEmpty();
    }

    private HeldAttribute held(Appends room, String key, long seq) {
        return new HeldAttribute(room.room(), state(room).epoch(), key(key), seq, ALICE);
    }

    @Test
    void whatGoesWithItsOwnerIsToldRoomByRoom() {
        var b = newRoom("b");
        var a = newRoom("a");
        append(
                change(b, "b1", set("x", 1).autoDeleted()),
                change(b, "b2", set("y", 1).autoDeleted()),
                change(b, "b3", set("a", 1)),
                change(a, "a1", set("z", 1).autoDeleted()),
                change(a, "a2", set("gone", 1).autoDeleted()),
                change(a, "a3", remove("gone")));
        var gone = newRoom("gone");
        append(change(gone, "g1", set("x", 1).autoDeleted()), gone.destruction("d1", null));

        var reader = store.attributes();
        assertThat(reader.autoDeleted(null, 10)).containsExactly(held(a, "z", 1), held(b, "x", 1), held(b, "y", 2));
        assertThat(reader.autoDeleted(null, 2)).containsExactly(held(a, "z", 1), held(b, "x", 1));
        assertThat(reader.autoDeleted(held(b, "x", 1), 2)).containsExactly(held(b, "y", 2));
        assertThat(reader.autoDeleted(held(b, "y", 2), 2)).isEmpty();
    }

    @Test
    void nothingExpiresInARoomThatIsGone() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("soon", 1).lasting(1_000)), room.destruction("d1", null));
        store.age(room.room(), Duration.ofSeconds(60));

        assertThat(store.attributes().expired(10)).isEmpty();
    }

    /// Whoever read all attributes at a position and applied the events since has what is there in the end.
    @Test
    void whoeverJoinsFromASnapshotMissesNothing() {
        var room = newRoom("lobby");
        var running = new AtomicInteger(WRITERS + JOINERS);
        var joins = new AtomicInteger();
        List<List<RoomSnapshot>> ofEach = AtOnce.run(
                WRITERS + JOINERS,
                thread -> thread < WRITERS
                        ? () -> write(room, thread, running, joins)
                        : () -> join(room, running, joins));

        var log = everything(room.room());
        var end = contents(snapshot(room));
        assertThat(end).isNotEmpty();
        var joined = ofEach.stream().flatMap(List::stream).toList();
        assertThat(joined).hasSizeGreaterThan(JOINS - JOINERS);
        for (var snapshot : joined) {
            var held = contents(snapshot);
            log.stream()
                    .filter(event -> event.seq() > snapshot.position().seq())
                    .forEach(event -> apply(event, held));
            assertThat(held).as("joined at %s", snapshot.position()).isEqualTo(end);
        }
    }

    private RoomSnapshot snapshot(Appends room) {
        return store.attributes().snapshot(room.room()).orElseThrow();
    }

    private static Map<String, String> contents(RoomSnapshot snapshot) {
        var contents = new TreeMap<String, String>();
        snapshot.attributes().forEach(row -> contents.put(row.key().value(), row.value() + " since " + row.seq()));
        return contents;
    }

    /// Until there are enough joins, and no faster than they come. The ids say what the changes do.
    private List<RoomSnapshot> write(Appends room, int writer, AtomicInteger running, AtomicInteger joins) {
        var random = new Random(writer);
        try {
            int made = 0;
            for (int i = 0; joins.get() < JOINS && running.get() == WRITERS + JOINERS; i++) {
                while (joins.get() < made && running.get() == WRITERS + JOINERS) {
                    Thread.yield();
                }
                String key = "k" + random.nextInt(20);
                boolean sets = random.nextInt(3) > 0;
                String id = (sets ? "+" : "-") + key + "=" + i + "/" + writer;
                var change = change(room, id, (sets ? set(key, i) : remove(key)).forced());
                made += appendOne(change) instanceof Appended ? 1 : 0;
            }
        } finally {
            running.decrementAndGet();
        }
        return List.of();
    }

    /// Each time at another position than the last.
    private List<RoomSnapshot> join(Appends room, AtomicInteger running, AtomicInteger joins) {
        var joined = new ArrayList<RoomSnapshot>();
        try {
            while (joins.get() < JOINS && running.get() == WRITERS + JOINERS) {
                var snapshot = snapshot(room);
                if (joined.isEmpty() || !joined.getLast().position().equals(snapshot.position())) {
                    joined.add(snapshot);
                    joins.incrementAndGet();
                }
            }
        } finally {
            running.decrementAndGet();
        }
        return joined;
    }

    private static void apply(Event event, Map<String, String> held) {
        String id = event.clientMsgId().value();
        String key = id.substring(1, id.indexOf('='));
        if (id.startsWith("-")) {
            held.remove(key);
        } else {
            held.put(key, id.substring(id.indexOf('=') + 1, id.indexOf('/')) + " since " + event.seq());
        }
    }

    @Test
    void aSnapshotBelongsToItsPosition() {
        var room = newRoom("lobby");
        var done = new AtomicBoolean();

        AtOnce.<Integer>run(
                2, thread -> thread == 0 ? () -> count(room, done) : AtOnce.telling(done, () -> watch(room)));
    }

    /// Each change's value is its seq.
    private int count(Appends room, AtomicBoolean done) {
        int seq = 0;
        while (!done.get()) {
            seq++;
            appended(change(room, "a" + seq, set("count", seq).removing("gone" + seq)));
        }
        return seq;
    }

    private int watch(Appends room) {
        var seen = new ArrayList<Long>();
        for (int i = 0; i < READS; i++) {
            var snapshot = store.attributes().snapshot(room.room()).orElseThrow();
            long head = snapshot.room().head();
            assertThat(snapshot.attributes().stream().map(row -> row.seq() + "=" + row.value()))
                    .isEqualTo(head == 0 ? List.of() : List.of(head + "=" + head));
            seen.add(head);
        }
        assertThat(seen).isSorted();
        return READS;
    }
}
