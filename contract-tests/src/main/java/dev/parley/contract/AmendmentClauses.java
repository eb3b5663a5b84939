package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.AmendmentTerms;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.MessageStands;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.LogPage;
import dev.parley.log.MessageRefusal;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderLimits;
import dev.parley.log.StateChange.DeleteMessage;
import dev.parley.log.StateChange.EditMessage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Changes of messages: with their event, by whom and as long as they may, once, and never read in the old form.
abstract class AmendmentClauses extends StoreContract {

    private static final Sender ALICE = Sender.of(new UserId("alice"));
    private static final JsonText NEW = JsonText.of("{\"text\":\"new\"}");

    private Event read(Appends room, long seq) {
        return rows(after(room, seq - 1, 1)).events().getFirst();
    }

    private static MessageStands stands(MessageRefusal why) {
        return new MessageStands(why);
    }

    private static Append edit(
            Appends room, String id, long seq, boolean any, long ownForMs, @Nullable Set<Long> versions) {
        return room.amendment(id, new EditMessage(seq, NEW, new AmendmentTerms(any, ownForMs, versions)));
    }

    @Test
    void anEditedMessageIsReadInItsNewFormByEveryPage() {
        var room = newRoom("lobby");
        var first = appended(room.message("m1"));
        append(room.message("m2"));

        var told = appended(room.edit("e1", 1, NEW.toString()));

        assertThat(told.seq()).isEqualTo(3);
        assertThat(told.ref()).isEqualTo(1);
        var now = first.amended(NEW, new Amendment(3, told.ts(), ALICE, false));
        assertThat(read(room, 1)).isEqualTo(now);
        assertThat(now.version()).isEqualTo(3);
        for (LogPage page : List.of(after(room, 0, 10), before(room, 4, 10), newest(room, 10))) {
            assertThat(rows(page).events().getFirst()).isEqualTo(now);
        }
        assertThat(ids(room)).containsExactly("m1", "m2", "e1");
    }

    @Test
    void theNewestOfSeveralEditsCounts() {
        var room = newRoom("lobby");

        append(room.message("m1"), room.edit("e1", 1, "1"), room.edit("e2", 1, "2"));
        assertThat(read(room, 1).data()).isEqualTo(JsonText.of("2"));
        appended(room.edit("e3", 1, "3"));

        assertThat(read(room, 1).data()).isEqualTo(JsonText.of("3"));
        assertThat(read(room, 1).version()).isEqualTo(4);
        assertThat(read(room, 2).amendment()).isNull();
    }

    @Test
    void nothingIsLeftOfADeletedMessageButItsPlace() {
        var room = newRoom("lobby");
        append(room.message("m1"), room.message("m2"));

        var told = appended(room.deletion("d1", 1));

        assertThat(read(room, 1).deleted()).isTrue();
        assertThat(read(room, 1).data()).isEqualTo(Amendment.NO_DATA);
        assertThat(read(room, 1).amendment()).isEqualTo(new Amendment(3, told.ts(), ALICE, true));
        assertThat(seqs(after(room, 0, 10))).containsExactly(1L, 2L, 3L);
        assertThat(append(room.deletion("d2", 1), room.edit("e1", 1, "1")))
                .containsOnly(stands(new MessageRefusal.Deleted()));
        assertThat(state(room).head()).isEqualTo(3);
    }

    @Test
    void aChangeRunAgainIsMadeOnceAlsoWhenItMayNotBeMadeAnyMore() {
        var room = newRoom("lobby");
        append(room.message("m1"));
        var edit = edit(room, "e1", 1, false, 900_000, Set.of(1L));
        var told = appended(edit);
        var deletion = room.deletion("d1", 1);
        var gone = appended(deletion);

        assertThat(duplicate(appendOne(edit))).isEqualTo(told);
        assertThat(append(deletion, deletion, edit))
                .allSatisfy(it -> assertThat(duplicate(it)).isIn(gone, told));
        assertThat(appendOne(room.edit("e1", 1, "9"))).isEqualTo(new IdReused(2));

        assertThat(read(room, 1).deleted()).isTrue();
        assertThat(state(room).head()).isEqualTo(3);
    }

    @Test
    void aBatchThatRunsAgainAfterItsCommitIsMadeOnce() {
        var room = newRoom("lobby");
        var batch = List.of(room.message("m1"), room.edit("e1", 1, "1"), room.deletion("d1", 1));

        var first = append(batch);
        var again = append(batch);

        assertThat(first).allSatisfy(it -> assertThat(appended(it)).isNotNull());
        assertThat(again).allSatisfy(it -> assertThat(duplicate(it)).isNotNull());
        assertThat(state(room).head()).isEqualTo(3);
        assertThat(read(room, 1).deleted()).isTrue();
    }

    @Test
    void whatIsPublishedAgainAfterAnEditIsAnsweredAsAtFirst() {
        var room = newRoom("lobby");
        var message = room.message("m1");
        var first = appended(message);
        append(room.edit("e1", 1, "1"));

        assertThat(duplicate(appendOne(message))).isEqualTo(first);
        append(room.deletion("d1", 1));
        assertThat(duplicate(appendOne(message))).isEqualTo(first);

        assertThat(read(room, 1).deleted()).isTrue();
        assertThat(state(room).head()).isEqualTo(3);
    }

    @Test
    void othersNeedToModerate() {
        var room = newRoom("lobby");
        var bob = room.by("bob");
        append(room.message("m1"), room.message("m2"));

        assertThat(append(bob.edit("e1", 1, "1"), bob.deletion("d1", 2)))
                .containsOnly(stands(new MessageRefusal.OfAnother()));
        assertThat(read(room, 1).amendment()).isNull();
        appended(edit(bob, "e2", 1, true, 0, null));
        appended(bob.amendment("d2", new DeleteMessage(2, new AmendmentTerms(true, 0, null))));

        assertThat(read(room, 1).amendment()).extracting(Amendment::by).isEqualTo(Sender.of(new UserId("bob")));
        assertThat(read(room, 1).author().sender()).isEqualTo(ALICE);
        assertThat(read(room, 2).deleted()).isTrue();
    }

    @Test
    void onesOwnAreChangedForAWhileByTheStoresClock() {
        var room = newRoom("lobby");
        append(room.message("m1"));
        appended(edit(room, "e1", 1, false, 60_000, null));
        store.age(room.room(), Duration.ofSeconds(61));

        assertThat(appendOne(edit(room, "e2", 1, false, 60_000, null))).isEqualTo(stands(new MessageRefusal.TooLate()));
        appended(edit(room, "e3", 1, false, 120_000, null));
        assertThat(appendOne(edit(room, "e4", 1, false, 0, null))).isEqualTo(stands(new MessageRefusal.TooLate()));
        appended(edit(room, "e5", 1, true, 0, null));
    }

    @Test
    void whatIsNotThereIsNotChanged() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(1, 0), 0, false));
        var moderator = new AmendmentTerms(true, 0, null);
        append(room.message("m1"), room.message("m2"), room.systemEvent("s1"));
        log.trim(room.room(), 500);

        assertThat(append(room.edit("e1", 1, "1"), room.edit("e2", 9, "1"), room.edit("e3", 3, "1")))
                .containsOnly(stands(new MessageRefusal.NotFound()));
        assertThat(appendOne(room.amendment("d1", new DeleteMessage(4, moderator))))
                .isEqualTo(stands(new MessageRefusal.NotFound()));
        assertThat(state(room).head()).isEqualTo(3);
    }

    @Test
    void aVersionIsExpectedUnderTheLock() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        var results = append(
                edit(room, "e1", 1, false, 900_000, Set.of(1L)),
                edit(room, "e2", 1, false, 900_000, Set.of(1L)),
                edit(room, "e3", 1, false, 900_000, Set.of(2L)));

        assertThat(results.stream().map(Appended.class::isInstance)).containsExactly(true, false, true);
        assertThat(results.get(1)).isEqualTo(stands(new MessageRefusal.Conflict(2)));
    }

    @Test
    void ofTwentyAtOnceWithOneVersionOneIsMade() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        var results = AtOnce.run(20, i -> () -> appendOne(edit(room, "e" + i, 1, false, 900_000, Set.of(1L))));

        assertThat(results.stream().filter(Appended.class::isInstance)).hasSize(1);
        assertThat(results.stream().filter(stands(new MessageRefusal.Conflict(2))::equals))
                .hasSize(19);
    }

    @Test
    void rulesThatMovedAreDecidedAgainFirst() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        assertThat(appendOne(room.underRules(7).edit("e1", 1, "1"))).isEqualTo(new RulesMoved());

        assertThat(read(room, 1).amendment()).isNull();
    }

    @Test
    void anEditCountsAgainstTheLimitsOfItsSender() {
        var room = newRoom("lobby").limiting(new SenderLimits(0, 60));
        append(room.message("m1"));

        assertThat(appendOne(room.edit("e1", 1, "1"))).isInstanceOf(OverLimit.class);

        assertThat(read(room, 1).amendment()).isNull();
        appended(room.limiting(SenderLimits.NONE).edit("e2", 1, "1"));
    }

    @Test
    void trimmingTakesEditedMessagesAndKeepsTheirIds() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(1, 0), 0, false));
        var message = room.message("m1");
        var first = appended(message);
        append(room.edit("e1", 1, "1"), room.message("m2"));

        log.trim(room.room(), 500);

        assertThat(state(room).first()).isGreaterThan(1);
        assertThat(duplicate(appendOne(message))).isEqualTo(first);
    }

    @Test
    void anotherRoomsMessageOfTheSameSeqStays() {
        var room = newRoom("lobby");
        var other = newRoom("hall");
        append(room.message("m1"), other.message("m1"));

        append(room.edit("e1", 1, "1"), other.deletion("d1", 1));

        assertThat(read(room, 1).data()).isEqualTo(JsonText.of("1"));
        assertThat(read(other, 1).deleted()).isTrue();
    }
}
