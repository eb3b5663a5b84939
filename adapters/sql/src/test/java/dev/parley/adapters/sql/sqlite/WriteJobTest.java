package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
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
}
