package dev.parley.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// That planted faults are found, and called what they are.
class SequenceTest {

    private final Tally tally = new Tally(new Window());
    private final Published published = new Published(1);
    private final Sequence sequence = new Sequence();

    @BeforeEach
    void begin() {
        sequence.startsAfter("e", 10);
        for (int seq = 11; seq <= 14; seq++) {
            published.acknowledged(0, stamp(seq));
        }
    }

    private static long stamp(long seq) {
        return seq * 1_000_003;
    }

    private Findings after(long... seqs) {
        for (long seq : seqs) {
            sequence.delivered(seq, stamp(seq), tally);
        }
        return tally.findings();
    }

    private boolean complete() {
        return published.matches(0, sequence.count(), sequence.sum());
    }

    @Test
    void nothingIsFoundWhereNothingIsWrong() {
        Findings findings = after(11, 12, 13, 14);
        assertThat(findings.holes() + findings.missing() + findings.late() + findings.repeated())
                .isZero();
        assertThat(complete()).isTrue();
        assertThat(sequence.cursor()).isEqualTo("e:14");
    }

    @Test
    void aLostOneIsAHole() {
        Findings findings = after(11, 12, 14);
        assertThat(findings.holes()).isEqualTo(1);
        assertThat(findings.missing()).isEqualTo(1);
        assertThat(complete()).isFalse();
    }

    @Test
    void oneThatIsLostAtTheEndIsMissedByTheSum() {
        Findings findings = after(11, 12, 13);
        assertThat(findings.holes()).isZero();
        assertThat(complete()).isFalse();
    }

    @Test
    void aDoubledOneIsToldAndCountsOnce() {
        Findings findings = after(11, 12, 12, 11, 13, 14);
        assertThat(findings.repeated()).isEqualTo(2);
        assertThat(findings.late()).isZero();
        assertThat(complete()).isTrue();
    }

    @Test
    void aLateOneIsNotTakenForADoubledOne() {
        Findings findings = after(11, 13, 12, 14);
        assertThat(findings.holes()).isEqualTo(1);
        assertThat(findings.missing()).isZero();
        assertThat(findings.late()).isEqualTo(1);
        assertThat(findings.repeated()).isZero();
        assertThat(complete()).isTrue();
    }

    @Test
    void oneThatIsLostAndAnotherThatIsNewDoNotHideEachOther() {
        for (long seq : new long[] {11, 12, 13, 15}) {
            sequence.delivered(Receiver.NONE, stamp(seq), tally);
        }
        assertThat(sequence.count()).isEqualTo(4);
        assertThat(complete()).isFalse();
    }

    @Test
    void whatTheServerSaysItLeftOutIsNoHole() {
        sequence.delivered(11, stamp(11), tally);
        sequence.leftOut(13, tally);
        Findings findings = after(14);
        assertThat(findings.told()).isEqualTo(2);
        assertThat(findings.holes()).isZero();
        assertThat(complete()).isFalse();
    }

    @Test
    void eventsThatAreNotTheLoadsCountAsSeqsOnly() {
        sequence.delivered(11, stamp(11), tally);
        sequence.delivered(12, Receiver.NONE, tally);
        assertThat(after(13).holes()).isZero();
        assertThat(sequence.count()).isEqualTo(2);
    }

    @Test
    void onlyWhatWasDueInTheWindowCounts() {
        var window = new Window();
        var counting = new Tally(window);
        window.set(1_000_000, 2_000_000);
        counting.readAt(3_000_000);
        counting.delivered(999_999, 10);
        counting.delivered(1_000_000, 10);
        counting.delivered(1_999_999, 10);
        counting.delivered(2_000_000, 10);
        assertThat(counting.endSecond().getTotalCount()).isEqualTo(4);
        Findings findings = counting.findings();
        assertThat(findings.counted()).isEqualTo(2);
        assertThat(findings.deliveries()).isEqualTo(4);
        assertThat(findings.latency().getMaxValue()).isEqualTo(2_000);
    }
}
