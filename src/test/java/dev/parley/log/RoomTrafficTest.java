package dev.parley.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoomTrafficTest {

    private static final RoomId ROOM = new RoomId("lobby");

    private final ManualTime time = new ManualTime();
    private final RoomTraffic traffic = new RoomTraffic(time);

    private RoomTraffic.Count taken(Tier tier) {
        return traffic.of(ROOM).taken().get(tier);
    }

    @Test
    void whatWasTakenIsCountedByTier() {
        IntStream.range(0, 20).forEach(_ -> traffic.taken(ROOM, Tier.LOW));
        traffic.taken(ROOM, Tier.CRITICAL);
        traffic.taken(new RoomId("other"), Tier.HIGH);

        assertThat(taken(Tier.LOW)).isEqualTo(new RoomTraffic.Count(20, 20));
        assertThat(taken(Tier.LOW).perSecond()).isEqualTo(2.0);
        assertThat(taken(Tier.CRITICAL).total()).isEqualTo(1);
        assertThat(taken(Tier.HIGH)).isEqualTo(RoomTraffic.Count.ZERO);
    }

    @Test
    void aRateForgetsWhatIsTenSecondsOldAndTheTotalDoesNot() {
        for (int second = 0; second < 15; second++) {
            traffic.taken(ROOM, Tier.HIGH);
            time.advanceMillis(1_000);
        }

        assertThat(taken(Tier.HIGH)).isEqualTo(new RoomTraffic.Count(15, 9));
        time.advanceMillis(20_000);
        assertThat(taken(Tier.HIGH)).isEqualTo(new RoomTraffic.Count(15, 0));
    }

    @Test
    void whatWasRefusedIsCountedByLimitAndTier() {
        traffic.overLimit(ROOM, Tier.LOW, Quota.ROOM_LOW);
        traffic.overLimit(ROOM, Tier.LOW, Quota.ROOM_LOW);
        traffic.overLimit(ROOM, Tier.HIGH, Quota.SLOW_MODE);

        var refused = traffic.of(ROOM).refused();
        assertThat(refused.get(Quota.ROOM_LOW).get(Tier.LOW)).isEqualTo(2);
        assertThat(refused.get(Quota.SLOW_MODE).get(Tier.HIGH)).isEqualTo(1);
        assertThat(refused.get(Quota.ROOM).values()).containsOnly(0L);
    }

    @Test
    void beyondItsBoundSilentRoomsMakePlaceBeforeTheOthers() {
        int half = RoomTraffic.MAX_ROOMS / 2;
        say("silent", half);
        time.advanceMillis(60_000);
        say("lively", half);
        say("new", half / 8);

        assertThat(traffic.rooms()).isEqualTo(RoomTraffic.MAX_ROOMS);
        assertThat(counted("new", half / 8)).isEqualTo(half / 8);
        assertThat(counted("lively", half)).isGreaterThanOrEqualTo(half - 8);
        assertThat(counted("silent", half)).isLessThanOrEqualTo(half - half / 8 + 8);
    }

    @Test
    void moreLivelyRoomsThanAreCountedTakeTurns() {
        say("lively", RoomTraffic.MAX_ROOMS);
        say("new", RoomTraffic.MAX_ROOMS);

        assertThat(traffic.rooms()).isEqualTo(RoomTraffic.MAX_ROOMS);
        assertThat(counted("new", RoomTraffic.MAX_ROOMS)).isPositive();
        assertThat(counted("lively", RoomTraffic.MAX_ROOMS)).isLessThan(RoomTraffic.MAX_ROOMS);
    }

    private void say(String prefix, int rooms) {
        IntStream.range(0, rooms).forEach(i -> traffic.taken(new RoomId(prefix + i), Tier.HIGH));
    }

    private long counted(String prefix, int rooms) {
        return IntStream.range(0, rooms)
                .filter(i -> traffic.of(new RoomId(prefix + i))
                                .taken()
                                .get(Tier.HIGH)
                                .total()
                        > 0)
                .count();
    }
}
