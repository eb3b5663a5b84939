package dev.parley.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import org.junit.jupiter.api.Test;

class AskedMembersTest {

    private static final RoomId R = new RoomId("r");
    private static final RoomId S = new RoomId("s");
    private static final UserId BOB = new UserId("bob");

    private final AskedMembers asked = new AskedMembers();

    @Test
    void whoIsAMemberIsKeptAndWhoIsNoneIsForgottenOnceNoRequestOfHisWaits() {
        asked.ask(R, BOB);
        asked.ask(R, BOB);
        asked.ask(S, BOB);
        assertThat(asked.size()).isEqualTo(2);

        asked.answered(R, BOB, false);
        assertThat(asked.of(R)).containsExactly(BOB);
        asked.answered(R, BOB, true);
        assertThat(asked.of(R)).containsExactly(BOB);

        asked.ask(R, BOB);
        asked.answered(R, BOB, false);
        asked.answered(R, BOB, false);
        assertThat(asked.of(R)).isEmpty();
        assertThat(asked.of(S)).containsExactly(BOB);
        assertThat(asked.size()).isEqualTo(1);
        asked.drop(S);
        asked.drop(S);
        asked.answered(S, BOB, true);
        assertThat(asked.size()).isZero();
    }

    @Test
    void beyondTheBoundOthersMakePlace() {
        for (int i = 0; i < AskedMembers.MAX + 10; i++) {
            var user = new UserId("u" + i);
            asked.ask(R, user);
            assertThat(asked.size()).isLessThanOrEqualTo(AskedMembers.MAX);
        }

        asked.ask(S, BOB);

        assertThat(asked.size()).isEqualTo(AskedMembers.MAX);
        assertThat(asked.of(S)).containsExactly(BOB);
    }
}
