package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import org.junit.jupiter.api.Test;

/// Counts of what is not there any more.
class TierTotalsTest {

    private final Stretches stretch = Stretches.of(7, "LHCLHLLHHC", 1);
    private final TierTotals begin = TierTotals.from(7);

    @Test
    void twoTotalsTellWhatLiesBetween() {
        TierTotals three = begin.upTo(stretch, 10);
        TierTotals all = three.upTo(stretch, 17);

        assertThat(all.follows(three)).isTrue();
        assertThat(all.since(three, Tier.CRITICAL)).isEqualTo(1);
        assertThat(all.since(three, Tier.HIGH)).isEqualTo(3);
        assertThat(all.since(three, Tier.LOW)).isEqualTo(3);
        assertThat(all.since(all, Tier.LOW)).isZero();
    }

    @Test
    void totalsOfAnotherRunTellNothing() {
        assertThat(begin.upTo(stretch, 17).follows(TierTotals.from(7))).isFalse();
        assertThat(begin.follows(begin.upTo(stretch, 17))).isFalse();
        assertThat(begin.follows(TierTotals.UNKNOWN)).isFalse();
    }
}
