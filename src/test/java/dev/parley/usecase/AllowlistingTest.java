package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.member;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Decision.Rule;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.UserId;
import dev.parley.log.Allowlist;
import dev.parley.log.RoomSettings;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AllowlistingTest {

    private static final Principal MODERATOR = member("mona", Permission.MODERATE);
    private static final UserId BOB = new UserId("bob");

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final FakeStore store = fixture.store;
    private final Allowlisting allowlisting =
            new Allowlisting(fixture.rules, fixture.policy, fixture.lanes, new SplittableRandom(3));

    private <T> Answer<T> ask(Consumer<Consumer<Answer<T>>> question) {
        var ear = new Ear<Answer<T>>();
        question.accept(ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<Boolean> add(Principal who, String user) {
        return ask(answer -> allowlisting.add(who, LOBBY, new UserId(user), answer));
    }

    private Answer<Boolean> remove(String user) {
        return ask(answer -> allowlisting.remove(MODERATOR, LOBBY, new UserId(user), answer));
    }

    private AllowlistPage list(@Nullable UserId after, int limit) {
        Answer<AllowlistPage> answer = ask(ear -> allowlisting.list(MODERATOR, LOBBY, after, limit, ear));
        return ((Answer.Ok<AllowlistPage>) answer).value();
    }

    @Test
    void whoIsPutOnIsListedUntilTakenOff() {
        var room = fixture.create(LOBBY, "aaaaaaaa");

        assertThat(add(MODERATOR, "bob")).isEqualTo(Answer.ok(true));
        assertThat(add(MODERATOR, "bob")).isEqualTo(Answer.ok(false));
        assertThat(room.settings.allowlist().has(BOB)).isTrue();
        assertThat(room.events).isEmpty();
        assertThat(remove("bob")).isEqualTo(Answer.ok(true));
        assertThat(remove("bob")).isEqualTo(Answer.ok(false));
        assertThat(list(null, 10).users()).isEmpty();
    }

    @Test
    void itIsReadPageByPageInTheOrderOfIds() {
        fixture.create(LOBBY, "aaaaaaaa");
        List.of("cyd", "Amy", "bob").forEach(user -> add(MODERATOR, user));

        var first = list(null, 2);
        assertThat(first).isEqualTo(new AllowlistPage(List.of(new UserId("Amy"), BOB), BOB));
        assertThat(list(first.next(), 2)).isEqualTo(new AllowlistPage(List.of(new UserId("cyd")), null));
    }

    @Test
    void itNeedsModerate() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        Answer<?> refusal = Answer.refused(new Refusal.Forbidden(Rule.NO_GRANT));

        assertThat((Object) add(ANNA, "bob")).isEqualTo(refusal);
        Answer<AllowlistPage> listed = ask(answer -> allowlisting.list(ANNA, LOBBY, null, 10, answer));
        assertThat((Object) listed).isEqualTo(refusal);
        assertThat(room.settings.allowlist()).isEqualTo(Allowlist.NOBODY);
    }

    @Test
    void aRoomThatMovesMeanwhileIsLookedAtAgain() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.others.add(() -> store.replace(room, room.settings.withTitle("moved")));

        assertThat(add(MODERATOR, "bob")).isEqualTo(Answer.ok(true));

        assertThat(room.settings.title()).isEqualTo("moved");
        assertThat(room.settings.allowlist().has(BOB)).isTrue();
    }

    @Test
    void aFullListTakesNobodyMore() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        var users = IntStream.range(0, Allowlist.MAX)
                .mapToObj(i -> new UserId("u" + i))
                .collect(toSet());
        store.replace(room, room.settings.withAllowlist(new Allowlist(users)));

        assertThat(add(MODERATOR, "bob")).isEqualTo(Answer.refused(new Refusal.AllowlistFull()));
        assertThat(add(MODERATOR, "u7")).isEqualTo(Answer.ok(false));
        remove("u7");
        assertThat(add(MODERATOR, "bob")).isEqualTo(Answer.ok(true));
    }

    @Test
    void aRoomThatIsReplacedKeepsIt() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        add(MODERATOR, "bob");
        var owner = member("olga", Permission.MANAGE);

        Answer<RoomResult> put = ask(answer -> fixture.administration.put(
                owner, LOBBY, null, (_, now) -> now.withTitle("new"), Precondition.none(), answer));

        assertThat(put).isInstanceOf(Answer.Ok.class);
        assertThat(room.settings)
                .isEqualTo(RoomSettings.defaults(room.kind).withTitle("new").withAllowlist(Allowlist.NOBODY.with(BOB)));
    }

    @Test
    void aRoomThatDoesNotExistHasNone() {
        assertThat((Object) add(MODERATOR, "bob")).isEqualTo(Answer.refused(new Refusal.RoomNotFound()));
    }
}
