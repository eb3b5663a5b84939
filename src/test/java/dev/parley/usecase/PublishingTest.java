package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.ROOT;
import static dev.parley.usecase.UseCaseFixture.member;
import static dev.parley.usecase.UseCaseFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.access.Decision.Rule;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.OffloadFullException;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Allowlist;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.MessageTypes;
import dev.parley.log.Quota;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderLimits;
import dev.parley.log.TypeRule;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishingTest {

    private static final Principal MODERATOR = member("mia", Permission.PUBLISH, Permission.MODERATE);
    private static final Principal STRANGER = member("sam", Permission.SUBSCRIBE);

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final FakeStore store = fixture.store;
    private final Publishing publishing = fixture.publishing(false);
    private final Publishing creating = fixture.publishing(true);

    private static Draft draft(@Nullable String id, @Nullable Tier tier, String data) {
        return new Draft(
                id == null ? null : new ClientMessageId(id), new EventType("text"), tier, 0, null, JsonText.of(data));
    }

    private static Draft draft(String id) {
        return draft(id, null, "1");
    }

    private Answer<Published> publish(Publishing by, Principal who, RoomId room, Draft draft) {
        var ear = new Ear<Answer<Published>>();
        by.publish(who, room, draft, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<Published> publish(Draft draft) {
        return publish(publishing, ANNA, LOBBY, draft);
    }

    private List<Answer<Published>> publishAll(Publishing by, Principal who, Draft... drafts) {
        var ear = new Ear<List<Answer<Published>>>();
        by.publishAll(who, LOBBY, List.of(drafts), ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private static Published published(Answer<Published> answer) {
        return ((Answer.Ok<Published>) answer).value();
    }

    private static <T> Answer<T> refused(Refusal refusal) {
        return Answer.refused(refusal);
    }

    @Test
    void whatIsPublishedIsInTheLogUnderTheSendersName() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        Published published = published(publish(draft("a")));

        assertThat(published.duplicate()).isFalse();
        assertThat(room.events).containsExactly(published.event());
        assertThat(published.event().author()).isEqualTo(ANNA.author());
        assertThat(published.event().tier()).isEqualTo(Tier.HIGH);
    }

    @Test
    void aKnownRoomIsNotReadAgain() {
        fixture.create(LOBBY, "aaaaaaaa");
        publish(draft("a"));
        publish(draft("b"));

        assertThat(store.reads).isEqualTo(1);
    }

    @Test
    void noRefusalIsGivenFromTheCacheAlone() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, settings("", true));
        fixture.know(LOBBY);
        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.Forbidden(Rule.FROZEN)));

        store.replace(room, settings("", false));

        assertThat(published(publish(draft("a"))).event().seq()).isEqualTo(1);
    }

    @Test
    void rulesThatMovedAreDecidedAgain() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.replace(room, settings("", true));

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.Forbidden(Rule.FROZEN)));
        assertThat(published(publish(publishing, ROOT, LOBBY, draft("b")))
                        .event()
                        .seq())
                .isEqualTo(1);
    }

    @Test
    void anIdOfTheServersOwnStaysTheSameInEveryRound() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.replace(room, settings("x", false));
        store.others.add(() -> {});
        store.others.add(() -> store.replace(room, settings("y", false)));
        Published published = published(publish(draft(null, null, "1")));

        assertThat(store.transactions).isEqualTo(3);
        assertThat(published.event().clientMsgId().serverMade()).isTrue();
        assertThat(room.ids()).containsExactly(published.event().clientMsgId().value());
    }

    @Test
    void aRepeatGetsTheFirstAnswer() {
        fixture.create(LOBBY, "aaaaaaaa");
        Published first = published(publish(draft("a")));
        Published repeat = published(publish(draft("a")));

        assertThat(repeat).isEqualTo(new Published(first.event(), true));
    }

    @Test
    void anIdForOtherContentIsRefusedWithTheFirstSeq() {
        fixture.create(LOBBY, "aaaaaaaa");
        publish(draft("x"));
        publish(draft("a"));

        assertThat(publish(draft("a", null, "2"))).isEqualTo(refused(new Refusal.IdReused(2)));
        assertThat(publish(draft("a", Tier.LOW, "1"))).isEqualTo(refused(new Refusal.IdReused(2)));
    }

    @Test
    void onlyWhoMayKnowHearsThatARoomDoesNotExist() {
        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.RoomNotFound()));
        assertThat(publish(publishing, ANNA, new RoomId("other"), draft("a")))
                .isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
    }

    @Test
    void whoMayNotPublishIsRefusedAndNothingIsWritten() {
        fixture.create(LOBBY, "aaaaaaaa");

        assertThat(publish(publishing, STRANGER, LOBBY, draft("a")))
                .isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
        assertThat(store.transactions).isZero();
    }

    @Test
    void aMissingRoomIsCreatedWithTheFirstMessage() {
        List<Answer<Published>> answers = publishAll(creating, ANNA, draft("a"), draft("b"));

        assertThat(answers)
                .extracting(answer -> published(answer).event().seq())
                .containsExactly(1L, 2L);
        assertThat(store.transactions).isEqualTo(1);
        assertThat(store.room(LOBBY).settings).isEqualTo(RoomSettings.defaults(RoomKind.DURABLE));
        assertThat(store.room(LOBBY).kind).isEqualTo(RoomKind.DURABLE);
    }

    @Test
    void aMissingRoomIsOnlyCreatedByWhoMayPublish() {
        assertThat(publish(creating, STRANGER, LOBBY, draft("a"))).isEqualTo(refused(new Refusal.RoomNotFound()));
        assertThat(store.rooms).isEmpty();
    }

    @Test
    void aRoomThatSomebodyElseCreatesMeanwhileIsUsed() {
        store.others.add(() -> fixture.create(LOBBY, "bbbbbbbb"));
        Published published = published(publish(creating, ANNA, LOBBY, draft("a")));

        assertThat(published.event().position().epoch().life()).isEqualTo(new Life("bbbbbbbb"));
        assertThat(store.room(LOBBY).ids()).containsExactly("a");
    }

    @Test
    void aRoomThatIsRecreatedMeanwhileGetsTheMessageOnce() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.others.add(() -> fixture.create(LOBBY, "bbbbbbbb"));
        publish(draft("a"));

        assertThat(store.room(LOBBY).ids()).containsExactly("a");
        assertThat(store.room(LOBBY).epoch.life()).isEqualTo(new Life("bbbbbbbb"));
    }

    @Test
    void aRoomThatIsDestroyedMeanwhileIsNotFound() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.others.add(() -> store.rooms.clear());

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.RoomNotFound()));
    }

    @ParameterizedTest
    @CsvSource({"CRITICAL, false, true", "HIGH, true, true", "LOW, true, true"})
    void onlyModeratorsRaiseATier(Tier tier, boolean ordinary, boolean moderator) {
        fixture.create(LOBBY, "aaaaaaaa");
        Answer<Published> refusal = refused(new Refusal.TierNotAllowed());

        assertThat(publish(draft("a", tier, "1")).equals(refusal)).isEqualTo(!ordinary);
        assertThat(publish(publishing, MODERATOR, LOBBY, draft("b", tier, "1")).equals(refusal))
                .isEqualTo(!moderator);
        assertThat(published(publish(publishing, ROOT, LOBBY, draft("c", tier, "1")))
                        .event()
                        .tier())
                .isEqualTo(tier);
    }

    @Test
    void inABatchEachCountsOnItsOwn() {
        fixture.create(LOBBY, "aaaaaaaa");
        publish(draft("old"));
        List<Answer<Published>> answers = publishAll(
                publishing,
                ANNA,
                draft("a"),
                draft("raised", Tier.CRITICAL, "1"),
                draft("old"),
                draft("old", null, "2"),
                draft("b"),
                draft("a"));

        assertThat(published(answers.get(0)).event().seq()).isEqualTo(2);
        assertThat(answers.get(1)).isEqualTo(refused(new Refusal.TierNotAllowed()));
        assertThat(published(answers.get(2)).event().seq()).isEqualTo(1);
        assertThat(published(answers.get(2)).duplicate()).isTrue();
        assertThat(answers.get(3)).isEqualTo(refused(new Refusal.IdReused(1)));
        assertThat(published(answers.get(4)).event().seq()).isEqualTo(3);
        assertThat(published(answers.get(5)))
                .isEqualTo(new Published(published(answers.get(0)).event(), true));
    }

    @Test
    void aBatchOfRefusedTiersNeverReachesTheStore() {
        fixture.create(LOBBY, "aaaaaaaa");
        List<Answer<Published>> answers = publishAll(publishing, ANNA, draft("a", Tier.CRITICAL, "1"));

        assertThat(answers).containsExactly(refused(new Refusal.TierNotAllowed()));
        assertThat(store.transactions).isZero();
    }

    @Test
    void theCreationGoesWithTheFirstMessageThatIsSent() {
        List<Answer<Published>> answers = publishAll(creating, ANNA, draft("raised", Tier.CRITICAL, "1"), draft("a"));

        assertThat(answers.getFirst()).isEqualTo(refused(new Refusal.TierNotAllowed()));
        assertThat(store.room(LOBBY).ids()).containsExactly("a");
    }

    @Test
    void rulesThatKeepMovingAreAnOverload() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        for (int i = 0; i < 20; i++) {
            store.others.add(() -> store.replace(room, settings("", false)));
        }

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.Overloaded(Duration.ofSeconds(1))));
        assertThat(store.transactions).isEqualTo(8);
        assertThat(room.ids()).isEmpty();
    }

    @Test
    void theRoomsLimitIsNamedInItsRefusal() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, new RoomSettings("", Retention.KEEP_ALL, 7, false));

        assertThat(publish(draft("a")))
                .isEqualTo(refused(new Refusal.OverQuota(Quota.ROOM, 7, 1, Duration.ofMillis(5))));
    }

    @ParameterizedTest
    @CsvSource({"ROOM, 7, 1", "ROOM_LOW, 7, 2", "CRITICAL, 50, 1", "SENDER, 3, 1", "SLOW_MODE, 1, 60"})
    void aRefusalNamesTheLimitAndWhatItAllows(Quota quota, int amount, int window) {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, new RoomSettings("", Retention.KEEP_ALL, 7, false).withSenders(new SenderLimits(3, 60)));
        store.refusal = new OverLimit(quota, Duration.ofMillis(9));

        assertThat(publish(draft("a")))
                .isEqualTo(refused(new Refusal.OverQuota(quota, amount, window, Duration.ofMillis(9))));
    }

    @Test
    void eachIsHeldAgainstHisOwnLimits() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        var senders = new SenderLimits(3, 60);
        store.replace(room, settings("", false).withSenders(senders).withAllowlist(Allowlist.NOBODY.with(ANNA.id())));
        var key = new Principal(new UserId("shop"), null, Grants.everything(), false, true);

        publish(draft("a"));
        publish(publishing, MODERATOR, LOBBY, draft("b"));
        publish(publishing, ROOT, LOBBY, draft("c"));
        publish(publishing, key, LOBBY, draft("d"));

        var terms = store.items.stream().map(Append::terms).toList();
        assertThat(terms)
                .extracting(RoomTerms::senders)
                .containsExactly(senders, new SenderLimits(3, 0), new SenderLimits(3, 0), SenderLimits.NONE);
        assertThat(terms).extracting(RoomTerms::allowlisted).containsExactly(true, false, false, false);
    }

    @Test
    void aBackendIsOutsideTheRoomsLimit() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, new RoomSettings("", Retention.KEEP_ALL, 7, false));
        var key = new Principal(new UserId("shop"), null, Grants.everything(), false, true);

        assertThat(published(publish(publishing, key, LOBBY, draft("a")))
                        .event()
                        .seq())
                .isEqualTo(1);
    }

    @Test
    void theTypeDecidesWhatAMessageLeavesOpen() {
        var ofServer = MessageTypes.NONE
                .with(new EventType("gift"), new TypeRule(Tier.LOW, 9_000L))
                .with(new EventType("heart"), new TypeRule(Tier.LOW, 500L));
        var typed =
                new Publishing(fixture.rules, fixture.policy, fixture.lanes, new SplittableRandom(1), false, ofServer);
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(
                room,
                settings("", false)
                        .withTypes(MessageTypes.NONE.with(new EventType("gift"), new TypeRule(Tier.CRITICAL, null))));

        publish(typed, ANNA, LOBBY, typed("a", "gift", null, 0));
        publish(typed, ANNA, LOBBY, typed("b", "heart", null, 0));
        publish(typed, ANNA, LOBBY, typed("c", "text", null, 0));
        publish(typed, ANNA, LOBBY, typed("d", "gift", Tier.HIGH, 7));

        assertThat(store.items)
                .extracting(item -> item.event().tier())
                .containsExactly(Tier.CRITICAL, Tier.LOW, Tier.HIGH, Tier.HIGH);
        assertThat(store.items).extracting(item -> item.event().ttlMs()).containsExactly(9_000L, 500L, 0L, 7L);
    }

    @Test
    void aTierIsRaisedOrLoweredAgainstThatOfItsType() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(
                room,
                settings("", false)
                        .withTypes(MessageTypes.NONE
                                .with(new EventType("heart"), new TypeRule(Tier.LOW, null))
                                .with(new EventType("gift"), new TypeRule(Tier.CRITICAL, null))));
        Answer<Published> refusal = refused(new Refusal.TierNotAllowed());

        assertThat(publish(publishing, ANNA, LOBBY, typed("a", "heart", Tier.HIGH, 0)))
                .isEqualTo(refusal);
        assertThat(publish(publishing, ANNA, LOBBY, typed("b", "gift", Tier.CRITICAL, 0)))
                .isNotEqualTo(refusal);
        assertThat(publish(publishing, ANNA, LOBBY, typed("c", "gift", Tier.LOW, 0)))
                .isNotEqualTo(refusal);
        assertThat(publish(publishing, MODERATOR, LOBBY, typed("d", "heart", Tier.CRITICAL, 0)))
                .isNotEqualTo(refusal);
    }

    @Test
    void aTierThatWasAllowedMeanwhileIsNotRefusedByRulesOfBefore() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.replace(
                room,
                settings("", false)
                        .withTypes(MessageTypes.NONE.with(new EventType("gift"), new TypeRule(Tier.CRITICAL, null))));

        assertThat(published(publish(publishing, ANNA, LOBBY, typed("a", "gift", Tier.CRITICAL, 0)))
                        .event()
                        .seq())
                .isEqualTo(1);
    }

    private static Draft typed(String id, String type, Tier tier, long ttlMs) {
        return new Draft(new ClientMessageId(id), new EventType(type), tier, ttlMs, null, JsonText.of("1"));
    }

    @Test
    void aStoreThatCannotBeReadIsToldByItsFault() {
        store.broken = new StoreUnavailableException("planned");
        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.StoreUnavailable(Duration.ofSeconds(1))));
        store.broken = new OffloadFullException(1);
        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.Overloaded(Duration.ofSeconds(1))));
        store.broken = new IllegalStateException("planned");
        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.InternalFault()));
    }

    @Test
    void contentThatTheStoreRefusesIsTold() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.broken = new BatchRejectedException("planned", new IllegalStateException());

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.ContentRejected()));
    }

    @Test
    void anUnknownOutcomeNamesTheIdToTryAgainWith() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        var ear = new Ear<Answer<Published>>();
        publishing.publish(ANNA, LOBBY, draft(null, null, "1"), ear);
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.time.advanceMillis(10_250);

        ClientMessageId stored = store.room(LOBBY).events.getFirst().clientMsgId();
        assertThat(ear.heard()).isEqualTo(refused(new Refusal.OutcomeUnknown(stored)));
        Published again = published(publish(draft(stored.value())));
        assertThat(again).isEqualTo(new Published(store.room(LOBBY).events.getFirst(), true));
    }

    @Test
    void aMessageThatOnlyThisRequestCanHaveSentIsNewAlsoWhenItsFirstAnswerWasLost() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        var ears = List.of(new Ear<Answer<Published>>(), new Ear<Answer<Published>>());
        publishing.publish(ANNA, LOBBY, draft(null, null, "1"), ears.getFirst());
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        publishing.publish(ANNA, LOBBY, draft("mine"), ears.getLast());
        fixture.time.advanceMillis(50);
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.time.advanceMillis(100);
        fixture.offload.finishAll();

        var events = store.room(LOBBY).events;
        assertThat(ears.getFirst().heard()).isEqualTo(Answer.ok(new Published(events.getFirst(), false)));
        assertThat(ears.getLast().heard()).isEqualTo(Answer.ok(new Published(events.getLast(), false)));
        assertThat(published(publish(draft("mine"))).duplicate()).isTrue();
    }

    @Test
    void aMessageWithAnIdOfTheClientsMayBeARepeatWhenItsFirstAnswerWasLost() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        var ear = new Ear<Answer<Published>>();
        publishing.publish(ANNA, LOBBY, draft("mine"), ear);
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(ear.heard())
                .isEqualTo(Answer.ok(new Published(store.room(LOBBY).events.getFirst(), true)));
    }

    @Test
    void aFullStoreIsTold() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.full = true;

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.StoreUnavailable(Duration.ofSeconds(1))));
    }

    @Test
    void aServerThatStopsSaysSo() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        fixture.lanes.stop(() -> {});

        assertThat(publish(draft("a"))).isEqualTo(refused(new Refusal.Stopping()));
    }

    @Test
    void aReadThatHangsEndsAtTheDeadline() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<Published>>();
        publishing.publish(ANNA, LOBBY, draft("a"), ear);
        fixture.time.advanceMillis(9_999);
        assertThat(ear.deaf()).isTrue();
        fixture.time.advanceMillis(251);

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.StoreUnavailable(Duration.ofSeconds(1))));
        fixture.offload.finishAll();
        assertThat(store.room(LOBBY).ids()).isEmpty();
    }

    @Test
    void allRoundsTogetherHaveOneDeadline() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.replace(room, settings("", false));
        var ear = new Ear<Answer<Published>>();
        publishing.publish(ANNA, LOBBY, draft("a"), ear);
        fixture.time.advanceMillis(6_000);
        fixture.offload.finishNext();
        fixture.time.advanceMillis(3_000);
        fixture.offload.finishNext();
        assertThat(ear.deaf()).as("the second transaction is under way").isTrue();
        fixture.time.advanceMillis(1_250);

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.OutcomeUnknown(new ClientMessageId("a"))));
    }

    @Test
    void noMessagesAreAnsweredAtOnceAndTooManyAreAMistake() {
        var ear = new Ear<List<Answer<Published>>>();
        publishing.publishAll(ANNA, LOBBY, List.of(), ear);

        assertThat(ear.heard()).isEmpty();
        List<Draft> many = Collections.nCopies(501, draft("a"));
        assertThatIllegalArgumentException().isThrownBy(() -> publishing.publishAll(ANNA, LOBBY, many, _ -> {}));
    }

    @Test
    void typesOfTheServerAreNoDrafts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Draft(null, new EventType("room.updated"), null, 0, null, JsonText.of("1")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Draft(null, new EventType("text"), null, -1, null, JsonText.of("1")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Draft(null, new EventType("text"), null, 0, 0L, JsonText.of("1")));
    }
}
