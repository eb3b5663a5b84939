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
    void eachIsAskedForOnceInEachRoomUntilHeIsRemoved() {
        asked.add(R, BOB);
        asked.add(R, BOB);
        asked.add(S, BOB);
        assertThat(asked.size()).isEqualTo(2);

        asked.remove(R, BOB);
        asked.remove(R, BOB);

        assertThat(asked.of(R)).isEmpty();
        assertThat(asked.of(S)).containsExactly(BOB);
        assertThat(asked.size()).isEqualTo(1);
        asked.drop(S);
        asked.drop(S);
        assertThat(asked.size()).isZero();
    }

    @Test
    void beyondTheBoundOthersMakePlace() {
        for (int i = 0; i < AskedMembers.MAX + 10; i++) {
            var user = new UserId("u" + i);
            asked.add(R, user);
            assertThat(asked.size()).isLessThanOrEqualTo(AskedMembers.MAX);
        }

        asked.add(S, BOB);

        assertThat(asked.size()).isEqualTo(AskedMembers.MAX);
        assertThat(asked.of(S)).containsExactly(BOB);
    }
}
