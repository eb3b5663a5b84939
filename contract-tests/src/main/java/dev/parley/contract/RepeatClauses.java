package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Author;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One event per (room, life, sender, client message id), and the same answer to every try.
abstract class RepeatClauses extends StoreContract {

    private static final RoomSettings KEEPS_ONE = new RoomSettings("", new Retention(1, 0), 0, false);

    @Test
    void aRepeatGetsTheFirstAnswer() {
        var room = newRoom("lobby");
        var first = appended(room.message("m1"));
        append(room.message("m2"));

        assertThat(duplicate(appendOne(room.message("m1")))).isEqualTo(first);

        assertThat(ids(room)).containsExactly("m1", "m2");
    }

    @Test
    void aRepeatGetsTheFirstEventAlsoWhenTheServerMadeSomethingElseOfIt() {
        var room = newRoom("lobby").by(new Author(Sender.of(new UserId("alice")), "Alice"));
        var first = appended(room.message("m1"));
        var renamed = room.by(new Author(Sender.of(new UserId("alice")), "Alice Cooper"));

        assertThat(duplicate(appendOne(renamed.message("m1")))).isEqualTo(first);
    }

    @Test
    void aRepeatInsideTheBatchGetsTheFirstAnswer() {
        var room = newRoom("lobby");

        var results = append(room.message("m1"), room.message("m2"), room.message("m1"), room.message("m1"));

        var first = appended(results.get(0));
        assertThat(duplicate(results.get(2))).isEqualTo(first);
        assertThat(duplicate(results.get(3))).isEqualTo(first);
        assertThat(ids(room)).containsExactly("m1", "m2");
    }

    @Test
    void otherContentUnderAUsedIdIsRefusedWithTheFirstSeq() {
        var room = newRoom("lobby");
        append(room.messages("m", 3));

        assertThat(appendOne(room.message("m2", "\"other\""))).isEqualTo(new IdReused(2));

        assertThat(everything(room.room())).hasSize(3);
    }

    @Test
    void otherContentUnderAnIdOfTheSameBatchIsRefused() {
        var room = newRoom("lobby");

        var results = append(room.message("m1"), room.message("m1", "\"other\""), room.message("m2"));

        assertThat(results.get(1)).isEqualTo(new IdReused(1));
        assertThat(ids(room)).containsExactly("m1", "m2");
    }

    @Test
    void theSameIdOfAnotherSenderIsAnotherMessage() {
        var room = newRoom("lobby");

        append(room.message("m1"), room.by("bob").message("m1"));
        append(room.by("Alice").message("m1"), room.by(Author.server()).message("m1"));

        assertThat(everything(room.room()).stream()
                        .map(event -> event.author().sender().value()))
                .containsExactly("alice", "bob", "Alice", "@server");
    }

    @Test
    void theSameIdInAnotherRoomIsAnotherMessage() {
        var a = newRoom("a");
        var b = newRoom("b");

        append(a.message("m1"), b.message("m1"));
        append(newRoom("c").message("m1"));

        assertThat(ids(a)).containsExactly("m1");
        assertThat(ids(b)).containsExactly("m1");
        assertThat(everything(new RoomId("c"))).hasSize(1);
    }

    @Test
    void idsThatDifferInCaseAreTwo() {
        var room = newRoom("lobby");

        append(room.message("m1"), room.message("M1"));

        assertThat(ids(room)).containsExactly("m1", "M1");
    }

    @Test
    void aRepeatIsFoundWhenTheRulesMovedInBetween() {
        var room = newRoom("lobby");
        var first = appended(room.message("m1"));
        append(room.newSettings("s1", KEEPS_ONE, 1));

        assertThat(duplicate(appendOne(room.message("m1")))).isEqualTo(first);
        assertThat(appendOne(room.message("m1", "\"other\""))).isEqualTo(new IdReused(1));
    }

    @Test
    void anIdOfAnEarlierLifeIsNew() {
        var room = newRoom("lobby");
        append(room.message("m1"), room.destruction("d1", null));
        var again = newRoom("lobby");

        assertThat(appended(again.message("m1")).seq()).isEqualTo(1);
    }

    @Test
    void aRefusedItemsIdIsStillFree() {
        var room = newRoom("lobby");
        append(room.underRules(7).message("m1"));

        assertThat(appended(room.message("m1", "\"other\"")).seq()).isEqualTo(1);
    }

    @Test
    void fiftyThreadsWithOneIdGetFiftyEqualAnswers() {
        var room = newRoom("lobby");

        var answers = AtOnce.run(50, thread -> () -> append(room.message("m1"), room.message("of" + thread)));

        assertThat(answers.stream()
                        .map(List::getFirst)
                        .map(RepeatClauses::event)
                        .distinct())
                .hasSize(1);
        assertThat(answers.stream().map(List::getFirst).filter(RepeatClauses::isDuplicate))
                .hasSize(49);
        assertThat(ids(room)).containsOnlyOnce("m1").hasSize(51);
    }

    private static Event event(Settled result) {
        return ((Appended) result).event();
    }

    private static boolean isDuplicate(Settled result) {
        return ((Appended) result).duplicate();
    }

    @Test
    void aBatchRunAgainAnswersAsBeforeAndAddsNothing() {
        var room = newRoom("lobby");
        var batch = List.<Append>of(room.message("m1"), room.by("bob").message("m1"), room.message("m2"));
        var first = append(batch).stream().map(StoreContract::appended).toList();

        assertThat(append(batch).stream().map(StoreContract::duplicate)).isEqualTo(first);

        assertThat(everything(room.room())).isEqualTo(first);
    }

    @Test
    void anItemThatLostDoesNotStandInForALaterOneWithItsId() {
        var room = newRoom("lobby");

        var results = append(room.underRules(7).message("m1"), room.message("m1"), room.message("m1", "\"other\""));

        assertThat(results.get(0)).isEqualTo(new RulesMoved());
        assertThat(appended(results.get(1)).seq()).isEqualTo(1);
        assertThat(results.get(2)).isEqualTo(new IdReused(1));
    }
}
