package dev.parley.contract;

import static dev.parley.contract.AttributeChanges.key;
import static dev.parley.contract.AttributeChanges.number;
import static dev.parley.contract.AttributeChanges.remove;
import static dev.parley.contract.AttributeChanges.set;
import static dev.parley.contract.AttributeChanges.setMany;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.AttributesStand;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeCondition;
import dev.parley.log.AttributeRefusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Changes of attributes: with their event, under their conditions, whole and once.
abstract class AttributeClauses extends StoreContract {

    private static final Sender ALICE = Sender.of(new UserId("alice"));

    private Append change(Appends room, String id, AttributeChanges change) {
        return room.attributes(id, change.change());
    }

    private List<Attribute> held(Appends room) {
        return store.attributes().snapshot(room.room()).orElseThrow().attributes();
    }

    private Map<String, String> values(Appends room) {
        var values = new TreeMap<String, String>();
        held(room).forEach(row -> values.put(row.key().value(), String.valueOf(row.value())));
        return values;
    }

    private static AttributesStand stands(AttributeRefusal why) {
        return new AttributesStand(why);
    }

    @Test
    void whatIsSetStandsThereWithItsEvent() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        var event = appended(change(room, "a1", set("topic", 7)));

        assertThat(event.seq()).isEqualTo(2);
        assertThat(held(room)).containsExactly(new Attribute(key("topic"), number(7), 2, ALICE, false, null));
        assertThat(ids(room)).containsExactly("m1", "a1");
    }

    @Test
    void aSecondValueTakesThePlaceOfTheFirst() {
        var room = newRoom("lobby");

        append(change(room, "a1", set("topic", 7).autoDeleted()), change(room, "a2", set("topic", 8)));

        assertThat(held(room)).containsExactly(new Attribute(key("topic"), number(8), 2, ALICE, false, null));
    }

    @Test
    void aChangeSetsAndRemovesAllOfItsKeys() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("old", 1)), change(room, "a2", set("stays", 2)));

        appended(change(room, "a3", setMany("k", 1, 3).removing("old").removing("never")));

        assertThat(values(room)).isEqualTo(Map.of("k1", "0", "k2", "0", "k3", "0", "stays", "2"));
    }

    @Test
    void whatLastsForATimeSaysUntilWhen() {
        var room = newRoom("lobby");

        var event = appended(change(room, "a1", set("seat", 1).lasting(5_000).autoDeleted()));

        assertThat(held(room))
                .containsExactly(new Attribute(key("seat"), number(1), 1, ALICE, true, event.ts() + 5_000));
    }

    @Test
    void aChangeRunAgainIsAppliedOnceAlsoWhenItsConditionHoldsNoMore() {
        var room = newRoom("lobby");
        var winner = change(room, "a1", set("seat", 1).onlyIf(new AttributeCondition.Absent()));
        var first = appended(winner);
        append(change(room, "a2", set("other", 1)));

        assertThat(duplicate(appendOne(winner))).isEqualTo(first);

        assertThat(append(winner, winner))
                .allSatisfy(it -> assertThat(duplicate(it)).isEqualTo(first));
        assertThat(appendOne(change(room, "a1", set("seat", 2)))).isEqualTo(new IdReused(1));
        assertThat(held(room).getLast().seq()).isEqualTo(1);
    }

    @Test
    void aChangeRunAgainDoesNotUndoALaterOne() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("topic", 1)), change(room, "a2", set("topic", 2)));

        duplicate(appendOne(change(room, "a1", set("topic", 1))));

        assertThat(values(room)).isEqualTo(Map.of("topic", "2"));
    }

    @Test
    void aConditionOnTheSeqHoldsForTheNewestValueAlone() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("seat", 1)), change(room, "a2", set("seat", 2)));

        assertThat(appendOne(change(room, "a3", set("seat", 3).since(1))))
                .isEqualTo(stands(new AttributeRefusal.Conflict(key("seat"), 2)));
        assertThat(appendOne(change(room, "a4", set("none", 3).since(1))))
                .isEqualTo(stands(new AttributeRefusal.Conflict(key("none"), 0)));
        appended(change(room, "a5", remove("seat").since(2)));

        assertThat(appendOne(change(room, "a6", set("seat", 4).since(3))))
                .isEqualTo(stands(new AttributeRefusal.Conflict(key("seat"), 0)));
        assertThat(values(room)).isEmpty();
    }

    @Test
    void aConditionOnThereBeingNoneOrOneIsAskedUnderTheLock() {
        var room = newRoom("lobby");
        var absent = new AttributeCondition.Absent();
        var present = new AttributeCondition.Present();

        var results = append(
                change(room, "a1", set("seat", 1).onlyIf(present)),
                change(room, "a2", set("seat", 2).onlyIf(absent)),
                change(room, "a3", set("seat", 3).onlyIf(absent)),
                change(room, "a4", set("seat", 4).onlyIf(present)));

        assertThat(results.stream().map(Appended.class::isInstance)).containsExactly(false, true, false, true);
        assertThat(results.get(2)).isEqualTo(stands(new AttributeRefusal.Conflict(key("seat"), 1)));
        assertThat(values(room)).isEqualTo(Map.of("seat", "4"));
    }

    @Test
    void ofFiftyWhoWantOneSeatOneGetsIt() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("seat", 0).forced()));

        var results = AtOnce.run(
                50,
                i -> () -> appendOne(change(
                        room.by("user" + i), "take", set("seat", i).since(1).forced())));

        assertThat(results.stream().filter(Appended.class::isInstance)).hasSize(1);
        assertThat(results.stream().filter(stands(new AttributeRefusal.Conflict(key("seat"), 2))::equals))
                .hasSize(49);
        assertThat(state(room).head()).isEqualTo(2);
    }

    @Test
    void aKeyIsItsOwnersUnlessForced() {
        var room = newRoom("lobby");
        var bob = room.by("bob");
        appended(change(room, "a1", set("topic", 1)));

        assertThat(appendOne(change(bob, "b1", set("topic", 2))))
                .isEqualTo(stands(new AttributeRefusal.OfAnother(key("topic"))));
        assertThat(appendOne(change(bob, "b2", setMany("k", 1, 2).removing("topic"))))
                .isEqualTo(stands(new AttributeRefusal.OfAnother(key("topic"))));
        assertThat(values(room)).isEqualTo(Map.of("topic", "1"));

        appended(change(bob, "b3", set("topic", 3).forced()));
        assertThat(appendOne(change(room, "a2", set("topic", 4))))
                .isEqualTo(stands(new AttributeRefusal.OfAnother(key("topic"))));
        appended(change(bob, "b4", remove("topic")));
        appended(change(room, "a3", set("topic", 5)));
    }

    @Test
    void whatRemovesNothingIsNoChange() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("topic", 1)), change(room, "a2", remove("topic")));

        assertThat(append(change(room, "a3", remove("topic")), change(room, "a4", remove("never"))))
                .containsOnly(stands(new AttributeRefusal.Nothing()));

        assertThat(state(room).head()).isEqualTo(2);
    }

    @Test
    void aRoomHoldsAHundredKeys() {
        var room = newRoom("lobby");
        IntStream.range(0, 5).forEach(i -> appended(change(room, "f" + i, setMany("k", 20 * i + 1, 20 * i + 20))));

        assertThat(appendOne(change(room, "a1", set("more", 1)))).isEqualTo(stands(new AttributeRefusal.Full()));
        appended(change(room, "a2", set("k7", 1)));
        appended(change(room, "a3", set("more", 1).removing("k7")));

        assertThat(held(room)).hasSize(100);
    }

    @Test
    void aHundredChangesASecondAreTaken() {
        var room = newRoom("lobby");
        var batch = IntStream.range(0, 200)
                .mapToObj(i -> change(room, "a" + i, set("beat", i).limited()))
                .toList();

        var results = append(batch);

        long taken = results.stream().filter(Appended.class::isInstance).count();
        assertThat(taken).isBetween(20L, 60L);
        assertThat(results.getLast())
                .isInstanceOfSatisfying(
                        AttributesStand.class, it -> assertThat(it.why()).isInstanceOf(AttributeRefusal.TooMany.class));
        appended(change(room, "free", set("beat", 0)));
        store.age(room.room(), Duration.ofSeconds(1));
        appended(change(room, "later", set("beat", 1).limited()));
    }

    @Test
    void aNewLifeHoldsNothingOfTheLastOne() {
        var room = newRoom("lobby");
        append(change(room, "a1", set("topic", 1)), room.destruction("d1", null));
        assertThat(store.attributes().snapshot(room.room())).isEmpty();

        var again = newRoom("lobby");
        assertThat(values(again)).isEmpty();
        appended(change(again.by("bob"), "b1", set("topic", 2).onlyIf(new AttributeCondition.Absent())));
        assertThat(log.sweep(500)).isPositive();

        assertThat(values(again)).isEqualTo(Map.of("topic", "2"));
    }
}
