package dev.parley.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.streams.PullSimulation;
import dev.parley.simulation.streams.PullSimulation.Verdict;
import org.junit.jupiter.api.Test;

/// Two nodes over a bus that is late: who is told of news by one of them and reads them through the other.
class PullsOfAFleetTest {

    private static final int RUNS = 10;

    @Test
    void aPullThatLandsOnAnotherNodeIsNeverShortOfTheHeadThatWasTold() {
        int pulls = 0;
        int fromMemory = 0;
        for (long seed = 0; seed < 2 * RUNS; seed += 2) {
            Verdict verdict = PullSimulation.run(seed);
            assertThat(verdict.violations()).as("seed %d", seed).isEmpty();
            pulls += verdict.pulls();
            fromMemory += verdict.fromMemory();
        }
        assertThat(pulls).isGreaterThanOrEqualTo(1_000);
        assertThat(fromMemory).as("some were served from memory").isBetween(50, pulls - 50);
    }

    @Test
    void whoseAnswersAreLostIsToldUntilHeHasEverything() {
        int pulls = 0;
        for (long seed = 1; seed < 2 * RUNS; seed += 2) {
            Verdict verdict = PullSimulation.run(seed);
            assertThat(verdict.violations()).as("seed %d", seed).isEmpty();
            pulls += verdict.pulls();
        }
        assertThat(pulls).as("some were lost, of ten events each").isGreaterThan(RUNS * 10 + 20);
    }
}
