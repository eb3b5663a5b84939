package dev.parley.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountTest {

    private final Account account = new Account();
    private final Accepted accepted = new Accepted();

    @BeforeEach
    void begin() {
        account.begins("e", 10);
    }

    private void accepted(Tier... tiers) {
        for (Tier tier : tiers) {
            accepted.add(tier, 100);
        }
    }

    private void event(Tier tier, long seq) {
        account.received(tier, seq, 100);
        account.position("e", seq);
    }

    private static Dropped dropped(Tier tier, long from, long to, long count) {
        return new Dropped(tier, from, to, count, false);
    }

    @Test
    void whatIsReceivedAndToldMakesWhatWasAccepted() {
        accepted(Tier.HIGH, Tier.LOW, Tier.HIGH, Tier.CRITICAL, Tier.HIGH);
        event(Tier.HIGH, 11);
        account.told(dropped(Tier.HIGH, 12, 13, 1));
        account.position("e", 11);
        account.told(dropped(Tier.LOW, 12, 13, 1));
        account.position("e", 13);
        event(Tier.CRITICAL, 14);
        assertThat(account.complete(accepted)).isFalse();
        event(Tier.HIGH, 15);
        assertThat(account.complete(accepted)).isTrue();
        assertThat(account.faults()).isZero();
        assertThat(account.wasBehind()).isTrue();
        assertThat(account.cursor()).isEqualTo("e:15");
    }

    @Test
    void whatWasToldBeyondTheCursorIsToldAgainAfterComingBack() {
        accepted(Tier.HIGH, Tier.LOW);
        account.told(dropped(Tier.HIGH, 11, 12, 1));
        account.position("e", 10);
        account.begins("e", 10);
        assertThat(account.shed(Tier.HIGH)).isZero();
        account.told(dropped(Tier.HIGH, 11, 12, 1));
        account.position("e", 10);
        account.told(dropped(Tier.LOW, 11, 12, 1));
        account.position("e", 12);
        assertThat(account.shed(Tier.HIGH)).isEqualTo(1);
        assertThat(account.complete(accepted)).isTrue();
        assertThat(account.faults()).isZero();
    }

    @Test
    void aHoleIsAFault() {
        event(Tier.HIGH, 12);
        assertThat(account.faults()).isEqualTo(1);
        assertThat(account.firstFault()).isEqualTo("no. 12 comes when what was received and told makes no. 10");
    }

    @Test
    void toldTooMuchIsAFault() {
        account.told(dropped(Tier.LOW, 11, 12, 3));
        event(Tier.HIGH, 13);
        assertThat(account.firstFault()).isEqualTo("no. 13 comes when what was received and told makes no. 13");
    }

    @Test
    void anIdThatGoesBackIsAFault() {
        event(Tier.HIGH, 11);
        account.position("e", 9);
        assertThat(account.firstFault()).isEqualTo("the id goes from e:11 to e:9");
    }

    @Test
    void aStreamThatGoesOnElsewhereIsAFault() {
        event(Tier.HIGH, 11);
        account.begins("e", 10);
        assertThat(account.firstFault()).isEqualTo("the stream goes on at e:10 instead of e:11");
    }

    @Test
    void anotherCriticalMessageThanTheAcceptedOneIsNotIt() {
        accepted.add(Tier.CRITICAL, 200);
        event(Tier.CRITICAL, 11);
        assertThat(account.addsUp(Tier.CRITICAL, accepted)).isTrue();
        assertThat(account.hasAllCritical(accepted)).isFalse();
    }

    @Test
    void whatHasExpiredIsNeitherLostNorShed() {
        accepted(Tier.CRITICAL);
        account.told(new Dropped(Tier.CRITICAL, 11, 11, 1, true));
        account.position("e", 11);
        assertThat(account.complete(accepted)).isTrue();
        assertThat(account.wasBehind()).isFalse();
        assertThat(account.expired(Tier.CRITICAL)).isEqualTo(1);
    }

    @Test
    void aGapIsAFaultAndTheStreamGoesOnAfterIt() {
        account.gap();
        account.position("f", 40);
        event(Tier.HIGH, 41);
        assertThat(account.faults()).isEqualTo(2);
        assertThat(account.cursor()).isEqualTo("f:40");
    }

    @Test
    void systemEventsAddUpButAreNobodysMessages() {
        assertThat(account.received(Tier.CRITICAL, 11, -1)).isFalse();
        account.position("e", 11);
        assertThat(account.received(null, 12, 5)).isFalse();
        assertThat(account.faults()).isZero();
        assertThat(account.complete(accepted)).isTrue();
    }
}
