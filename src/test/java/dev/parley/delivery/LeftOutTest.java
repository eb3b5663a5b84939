package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.Notice.Dropped;
import dev.parley.kernel.Tier;
import org.junit.jupiter.api.Test;

/// What a client is told of what it does not get.
class LeftOutTest {

    private final Stretches stretch = Stretches.of(4, "LHLHC", 1);
    private final LeftOut leftOut = new LeftOut(stretch.room().at(4));

    private Dropped dropped(Tier tier, long to, int count, DropReason reason) {
        return new Dropped(stretch.room().id, stretch.epoch(), tier, 5, to, count, reason);
    }

    @Test
    void eachTierAndReasonIsToldOfTheWholeStretch() {
        leftOut.add(stretch.at(5).event(), DropReason.SLOW);
        leftOut.add(stretch.at(6).event(), DropReason.SLOW);
        leftOut.add(stretch.at(7).event(), DropReason.EXPIRED);
        leftOut.add(stretch.at(8).event(), DropReason.SLOW);

        assertThat(leftOut.notices(stretch.room().id))
                .containsExactly(
                        dropped(Tier.HIGH, 8, 2, DropReason.SLOW),
                        dropped(Tier.LOW, 8, 1, DropReason.EXPIRED),
                        dropped(Tier.LOW, 8, 1, DropReason.SLOW));
        assertThat(leftOut.before()).isEqualTo(stretch.room().at(4));
    }

    @Test
    void whatIsKnownByNumberAloneIsAddedToWhatFollows() {
        TierTotals from = TierTotals.from(4);
        leftOut.add(from, from.upTo(stretch, 7), DropReason.SLOW);
        leftOut.add(stretch.at(8).event(), DropReason.SLOW);

        assertThat(leftOut.notices(stretch.room().id))
                .containsExactly(dropped(Tier.HIGH, 8, 2, DropReason.SLOW), dropped(Tier.LOW, 8, 2, DropReason.SLOW));
    }
}
