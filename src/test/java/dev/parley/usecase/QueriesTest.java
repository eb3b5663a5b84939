package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.member;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision.Rule;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.LongPolls;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.TailPages;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QueriesTest {

    private static final Principal PUBLISHER = member("paul", Permission.PUBLISH);

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final FakePages log = fixture.store;

    private Answer<HistoryPage> history(Principal who, RoomId room) {
        var ear = new Ear<Answer<HistoryPage>>();
        var newest = new HistoryQuery(new PageRequest.Newest(), 10, TypeFilter.ALL);
        fixture.queries.history(who, room, newest, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<Event> message(long seq) {
        var ear = new Ear<Answer<Event>>();
        fixture.queries.message(ANNA, LOBBY, seq, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private static <T> Answer<T> refused(Refusal refusal) {
        return Answer.refused(refusal);
    }

    @Test
    void historyIsReadByWhoMaySubscribe() {
        fixture.create(LOBBY, "aaaaaaaa");
        log.add("text", 0);

        assertThat(((Answer.Ok<HistoryPage>) history(ANNA, LOBBY)).value().items())
                .isEqualTo(log.log);
        assertThat(history(PUBLISHER, LOBBY)).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
        assertThat(history(ANNA, new RoomId("l2"))).isEqualTo(refused(new Refusal.RoomNotFound()));
        assertThat(history(ANNA, new RoomId("other"))).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
    }

    @Test
    void whoMayNotKnowARoomIsToldTheSameAfterTheSameReadsWhetherItExists() {
        var stranger = member("eve");
        fixture.create(LOBBY, "aaaaaaaa");
        for (RoomId room : new RoomId[] {LOBBY, new RoomId("l2"), LOBBY}) {
            var ear = new Ear<Answer<HistoryPage>>();
            fixture.queries.history(
                    stranger, room, new HistoryQuery(new PageRequest.Newest(), 10, TypeFilter.ALL), ear);

            assertThat(fixture.offload.open()).isEqualTo(1);
            assertThat(ear.deaf()).isTrue();
            fixture.offload.finishNext();
            assertThat(fixture.offload.open()).isZero();
            assertThat(ear.heard()).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
        }
    }

    @Test
    void rulesOfOneSecondAgoAreGoodEnoughToReadBy() {
        fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        fixture.time.advanceMillis(1_000);
        history(ANNA, LOBBY);
        assertThat(fixture.store.reads).isEqualTo(1);

        fixture.time.advanceMillis(1);
        history(ANNA, LOBBY);
        assertThat(fixture.store.reads).isEqualTo(2);
    }

    @Test
    void anEventIsFoundByItsSeq() {
        fixture.create(LOBBY, "aaaaaaaa");
        log.epoch = fixture.store.room(LOBBY).epoch;
        log.add("text", 0);
        log.add("text", log.now);
        log.add("text", 0);

        assertThat(message(1)).isEqualTo(Answer.ok(log.log.getFirst()));
        assertThat(message(2)).isEqualTo(refused(new Refusal.MessageExpired()));
        for (long seq : new long[] {-1, 0, 4, 5, Long.MAX_VALUE}) {
            assertThat(message(seq)).as("seq %d", seq).isEqualTo(refused(new Refusal.MessageNotFound()));
        }
        log.first = 3;
        assertThat(message(1)).isEqualTo(refused(new Refusal.MessageNotFound()));
        assertThat(message(3)).isEqualTo(Answer.ok(log.log.getLast()));
    }

    @Test
    void aStoreThatFailsIsTold() {
        fixture.create(LOBBY, "aaaaaaaa");
        log.afterPage = () -> {
            throw new StoreUnavailableException("planned");
        };

        assertThat(((Answer.Refused<HistoryPage>) history(ANNA, LOBBY)).refusal())
                .isInstanceOf(Refusal.StoreUnavailable.class);
    }

    @Test
    void whatEverybodyMayDoNeedsNoGrantOfItsOwn() {
        fixture.create(LOBBY, "aaaaaaaa");
        var open = new Queries(fixture.rules, new AccessPolicy(Grants.everything()), log, fixture.offload);
        var ear = new Ear<Answer<HistoryPage>>();
        open.history(PUBLISHER, LOBBY, new HistoryQuery(new PageRequest.Newest(), 0, TypeFilter.ALL), ear);
        fixture.offload.finishAll();

        assertThat(ear.heard()).isInstanceOf(Answer.Ok.class);
    }

    private final Tails tails = new Tails(
            log,
            fixture.store,
            fixture.offload,
            fixture.time,
            fixture.time,
            fixture.time,
            new SplittableRandom(3),
            TailSettings.LOCAL,
            StreamObserver.NONE);

    private final List<String> pulled = new ArrayList<>();

    private Queries remembering(LongPolls polls) {
        var memory = new Queries.Memory(
                polls,
                new TailPages(tails, new UseCaseFixture.PlainFraming()),
                (user, session, page) -> pulled.add(user + " " + session + " " + page.room() + " "
                        + (page.after() == null ? "-" : page.after().seq()) + " to "
                        + page.next().seq()));
        return new Queries(fixture.rules, fixture.policy, log, fixture.offload, memory);
    }

    /// Somebody reads the room through this node.
    private Queries reading() {
        fixture.create(LOBBY, "aaaaaaaa");
        log.epoch = fixture.store.room(LOBBY).epoch;
        var polls = new LongPolls(tails, fixture.time, fixture.time, 10);
        polls.await(LOBBY, new Position(log.epoch, 0), _ -> false, Duration.ofSeconds(20), _ -> {});
        settle();
        return remembering(polls);
    }

    private HistoryPage pull(Queries queries, PageRequest from, int limit, long least) {
        var ear = new Ear<Answer<HistoryPage>>();
        queries.pull(
                ANNA,
                LOBBY,
                new HistoryQuery(from, limit, TypeFilter.ALL),
                new Pull(least, new SessionId("session-1")),
                ear);
        fixture.offload.finishAll();
        return ((Answer.Ok<HistoryPage>) ear.heard()).value();
    }

    /// What whoever asks this says he has.
    private static String shown(PageRequest from) {
        return from instanceof PageRequest.After(var position) ? Long.toString(position.seq()) : "-";
    }

    private PageRequest after(long seq) {
        return new PageRequest.After(new Position(log.epoch, seq));
    }

    @Test
    void aPullIsServedFromMemoryAndIsWhatTheLogShows() {
        Queries queries = reading();
        for (int i = 0; i < 10; i++) {
            publish(i % 3 == 0 ? "gift" : "text");
        }
        log.add("text", log.now);
        tails.committed(LOBBY, Retention.KEEP_ALL, log.log);
        settle();
        var reads = new AtomicInteger();
        log.afterPage = reads::incrementAndGet;

        for (PageRequest from : List.of(after(0), after(4), after(11), new PageRequest.Newest())) {
            for (int limit : new int[] {0, 1, 5, 11, 50}) {
                reads.set(0);
                HistoryPage page = pull(queries, from, limit, 11);
                assertThat(reads).as("reads of the store").hasValue(0);
                assertThat(page.written()).isNotNull();
                HistoryPage logged = ((Answer.Ok<HistoryPage>)
                                HistoryReader.read(log, LOBBY, new HistoryQuery(from, limit, TypeFilter.ALL)))
                        .value();
                assertThat(page.writtenBy(null)).isEqualTo(logged);
                assertThat(pulled.removeLast())
                        .isEqualTo("anna session-1 lobby " + shown(from) + " to "
                                + logged.next().seq());
            }
        }
    }

    @Test
    void aPullReadsTheLogWhereMemoryDoesNotReachThatFarOrThatFarBack() {
        Queries queries = reading();
        publish("text");
        log.add("text", 0);
        assertThat(pull(queries, after(0), 50, 2).items())
                .as("told of 2, heard of 1")
                .hasSize(2);
        assertThat(pull(queries, after(0), 50, 1).items()).as("told of 1").hasSize(1);
        assertThat(pull(queries, after(2), 50, 0).items())
                .as("read 2 elsewhere")
                .isEmpty();
        for (int i = 0; i < 600; i++) {
            publish("text");
        }
        assertThat(pull(queries, after(600), 500, 602).written()).isNotNull();
    }

    /// As streams do that catch up: in a crowd nobody reads the log for himself.
    @Test
    void whoLiesBehindMemoryIsGivenThePagesThatAllShare() {
        Queries queries = reading();
        for (int i = 0; i < 1_000; i++) {
            log.add("text", 0);
        }
        tails.committed(LOBBY, Retention.KEEP_ALL, log.log);
        settle();
        var reads = new AtomicInteger();
        log.afterPage = reads::incrementAndGet;

        for (long start : new long[] {0, 0, 100, 3, 300}) {
            List<Long> got = new ArrayList<>();
            long at = start;
            boolean more = true;
            while (more) {
                HistoryPage page = pull(queries, after(at), 500, 1_000);
                page.items().forEach(event -> got.add(event.seq()));
                assertThat(page.head()).isEqualTo(1_000);
                assertThat(page.written()).isNotNull();
                at = page.next().seq();
                more = page.hasMore();
            }
            assertThat(got)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(start + 1, 1_000).boxed().toList());
        }
        assertThat(reads).as("of pages, whoever asks").hasValue(2);
        assertThat(pull(queries, after(0), 7, 1_000).items()).hasSize(7);
    }

    @Test
    void aCrowdThatPullsWithinAMomentGetsTheSamePages() {
        Queries queries = reading();
        publish("text");
        publish("text");
        HistoryPage first = pull(queries, after(0), 50, 2);
        publish("text");

        assertThat(pull(queries, after(0), 50, 2)).isSameAs(first);
        assertThat(pull(queries, after(1), 50, 2).head())
                .as("the same head, so that they stand together the next time")
                .isEqualTo(2);
        assertThat(pull(queries, after(0), 50, 3).head())
                .as("never less than he was told of")
                .isEqualTo(3);
        assertThat(pull(queries, after(3), 50, 0).head())
                .as("nor less than he has")
                .isEqualTo(3);
        publish("text");
        fixture.time.advance(SharedPages.MOMENT.plusNanos(1));
        assertThat(pull(queries, after(0), 50, 2).head())
                .as("the moment is over")
                .isEqualTo(4);
    }

    @Test
    void pagesAreKeptForAMomentAndNotTooManyOfThem() {
        reading();
        for (int i = 0; i < 100; i++) {
            publish("text");
        }
        var shared = new SharedPages(new TailPages(tails, new UseCaseFixture.PlainFraming()));
        Set<Long> kept = new HashSet<>();
        for (int seq = 0; seq < 100; seq++) {
            var query = new HistoryQuery(after(seq), 1, TypeFilter.ALL);
            assertThat(shared.page(LOBBY, query, 100).items().getFirst().seq()).isEqualTo(seq + 1L);
            kept.add(shared.kept());
        }
        assertThat(kept).hasSize(SharedPages.MOST_PAGES);

        fixture.time.advance(SharedPages.MOMENT.plusNanos(1));
        shared.page(LOBBY, new HistoryQuery(after(0), 1, TypeFilter.ALL), 100);
        assertThat(shared.kept())
                .as("of one page")
                .isEqualTo(kept.stream().min(Long::compare).orElseThrow());
    }

    private Ear<Answer<HistoryPage>> poll(int atATime) {
        var polls = new LongPolls(tails, fixture.time, fixture.time, atATime);
        var waiting = remembering(polls);
        var text = new TypeFilter(Set.of("text"), Set.of());
        var after = new PageRequest.After(new Position(log.epoch, 0));
        var ear = new Ear<Answer<HistoryPage>>();
        waiting.history(ANNA, LOBBY, new HistoryQuery(after, 10, text, Duration.ofSeconds(20)), ear);
        settle();
        return ear;
    }

    private void settle() {
        do {
            fixture.offload.finishAll();
            fixture.time.advance(Duration.ZERO);
        } while (fixture.offload.open() > 0);
    }

    private void publish(String type) {
        log.add(type, 0);
        tails.committed(LOBBY, Retention.KEEP_ALL, log.log);
        settle();
    }

    @Test
    void whoWaitsIsAnsweredByTheNextMessageOfTheFilter() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = poll(10);
        publish("other");
        assertThat(ear.deaf()).isTrue();
        publish("text");

        var page = ((Answer.Ok<HistoryPage>) ear.heard()).value();
        assertThat(page.items()).containsExactly(log.log.get(1));
        assertThat(page.next()).isEqualTo(new Position(log.epoch, 2));
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void whoWaitsInVainHearsWhereTheLogIs() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = poll(10);
        publish("other");
        for (int i = 0; i < 205; i++) {
            fixture.time.advanceMillis(100);
            settle();
        }

        var page = ((Answer.Ok<HistoryPage>) ear.heard()).value();
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEqualTo(new Position(log.epoch, 1));
    }

    @Test
    void whatIsThereAlreadyIsAnsweredAtOnce() {
        fixture.create(LOBBY, "aaaaaaaa");
        log.add("text", 0);

        assertThat(((Answer.Ok<HistoryPage>) poll(10).heard()).value().items()).hasSize(1);
    }

    @Test
    void tooManyWhoWaitAreRefusedForAMoment() {
        fixture.create(LOBBY, "aaaaaaaa");

        assertThat(poll(0).heard()).isEqualTo(refused(new Refusal.Overloaded(Rooms.RETRY_AFTER)));
    }
}
