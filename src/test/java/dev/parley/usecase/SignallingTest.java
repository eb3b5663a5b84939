package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.ROOT;
import static dev.parley.usecase.UseCaseFixture.member;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.EventType;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.usecase.Refusal.TooManySignals;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who may signal whom.
class SignallingTest {

    private static final RoomId LOUNGE = new RoomId("lounge");

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final Signalling signalling = fixture.signalling();

    private static SignalDraft hearts(@Nullable String sender) {
        return new SignalDraft(
                new EventType("heart"), new SignalDraft.Number(1), 5_000, sender == null ? null : new UserId(sender));
    }

    private Answer<Signalled> toRoom(Principal who, RoomId room, @Nullable String sender) {
        var ear = new Ear<Answer<Signalled>>();
        signalling.toRoom(who, room, hearts(sender), ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<Signalled> toUser(Principal who) {
        var ear = new Ear<Answer<Signalled>>();
        signalling.toUser(who, new UserId("bob"), hearts(null), ear);
        return ear.heard();
    }

    private static Principal backend() {
        return new Principal(
                new UserId("backend"), null, Grants.of(Map.of("l*", Set.of(Permission.PUBLISH))), false, true);
    }

    @Test
    void whoMayPublishMaySignalAndNobodyElse() {
        fixture.create(LOBBY, "aaaaaaaa");
        Answer<Signalled> taken = Answer.ok(new Signalled());

        assertThat(toRoom(ANNA, LOBBY, null)).isEqualTo(taken);
        assertThat(toRoom(backend(), LOBBY, null)).isEqualTo(taken);
        assertThat(toRoom(member("eve", Permission.SUBSCRIBE), LOBBY, null))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal()).isInstanceOf(Refusal.Forbidden.class));
        assertThat(toRoom(ANNA, LOUNGE, null)).isEqualTo(Answer.refused(new Refusal.RoomNotFound()));
    }

    @Test
    void onlyABackendSignalsInTheNameOfOthers() {
        fixture.create(LOBBY, "aaaaaaaa");

        assertThat(toRoom(ANNA, LOBBY, "bob")).isEqualTo(Answer.refused(new Refusal.SenderNotAllowed()));
        assertThat(toRoom(backend(), LOBBY, "bob")).isEqualTo(Answer.ok(new Signalled()));
    }

    @Test
    void onlyBackendsAndAdministratorsSignalToUsers() {
        assertThat(toUser(ANNA)).isInstanceOf(Answer.Refused.class);
        assertThat(toUser(backend())).isEqualTo(Answer.ok(new Signalled()));
        assertThat(toUser(ROOT)).isEqualTo(Answer.ok(new Signalled()));
    }

    @Test
    void aMembersShareIsFiveAndABackendsIsTheRooms() {
        fixture.create(LOBBY, "aaaaaaaa");
        for (int i = 0; i < 5; i++) {
            assertThat(toRoom(ANNA, LOBBY, null)).isInstanceOf(Answer.Ok.class);
        }
        assertThat(toRoom(ANNA, LOBBY, null))
                .isEqualTo(Answer.refused(new TooManySignals(TooManySignals.Whose.SENDER, Duration.ofMillis(200))));
        for (int i = 0; i < 100; i++) {
            assertThat(toRoom(backend(), LOBBY, null)).isInstanceOf(Answer.Ok.class);
        }
        for (int i = 0; i < 1_000; i++) {
            toRoom(backend(), LOBBY, null);
        }
        assertThat(toRoom(backend(), LOBBY, null))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal())
                                .isInstanceOfSatisfying(
                                        TooManySignals.class,
                                        many -> assertThat(many.whose()).isEqualTo(TooManySignals.Whose.TARGET)));
    }
}
