package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class WriteJobTest {

    private static final Duration NOW = Duration.ZERO;

    private final WriteJob<String, String> job = new WriteJob<>("work");

    @Test
    void whatIsDoneIsTheAnswer() {
        assertThat(job.take()).isTrue();
        job.done("result");

        assertThat(job.await(NOW)).isEqualTo("result");
    }

    @Test
    void aJobGivenUpBeforeItBeganIsNeverBegun() {
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> job.await(NOW));

        assertThat(job.take()).isFalse();
    }

    @Test
    void aJobThatWasBegunMayHaveBeenDone() {
        assertThat(job.take()).isTrue();

        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> job.await(NOW));
    }

    @Test
    void aFailureReachesTheCallerAsItIs() {
        var failure = new StoreUnavailableException("gone");
        job.failed(failure);

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> job.await(NOW))
                .isSameAs(failure);
    }

    @Test
    void whoDoesNotWaitIsToldHowItEnded() {
        var told = new ArrayList<Result<String>>();
        job.whenEnded(told::add);
        assertThat(job.take()).isTrue();
        job.done("result");

        assertThat(told).containsExactly(new Done<>("result"));
    }

    @Test
    void whoDoesNotWaitIsToldOfAFailureAsItIs() {
        var told = new ArrayList<Result<String>>();
        var failure = new OutcomeUnknownException("lost", new IllegalStateException());
        job.whenEnded(told::add);
        job.failed(failure);

        assertThat(told).containsExactly(new Failed<>(failure));
    }

    @Test
    void aLateJobThatWasNotBegunIsGivenUpForWhoDoesNotWait() {
        var told = new ArrayList<Result<String>>();
        job.whenEnded(told::add);
        job.giveUpIfOlderThan(Duration.ofMinutes(1));
        assertThat(told).isEmpty();

        job.giveUpIfOlderThan(Duration.ofNanos(-1));

        assertThat(told)
                .singleElement()
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(StoreUnavailableException.class));
        assertThat(job.take()).isFalse();
    }

    @Test
    void aLateJobThatWasBegunIsNotGivenUp() {
        var told = new ArrayList<Result<String>>();
        job.whenEnded(told::add);
        assertThat(job.take()).isTrue();
        job.giveUpIfOlderThan(Duration.ofNanos(-1));

        assertThat(told).isEmpty();
    }
}
