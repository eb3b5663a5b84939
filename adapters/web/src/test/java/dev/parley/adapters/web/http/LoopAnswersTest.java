package dev.parley.adapters.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LoopAnswersTest {

    /// Keeps what it is handed.
    private static final class Loop implements Executor {
        final List<Runnable> handed = new ArrayList<>();

        @Override
        public void execute(Runnable task) {
            handed.add(task);
        }
    }

    private final Loop one = new Loop();
    private final Loop other = new Loop();
    private final List<String> answered = new ArrayList<>();
    private final LoopAnswers answers = new LoopAnswers();

    private void answer(Executor loop, String what) {
        LoopAnswers.execute(loop, () -> answered.add(what));
    }

    @Test
    void theAnswersOfARoundReachEachLoopAsOneTaskInTheirOrder() {
        answers.run(() -> {
            answer(one, "a");
            answer(other, "b");
            answer(one, "c");
            assertThat(one.handed).isEmpty();
        });

        assertThat(one.handed).hasSize(1);
        assertThat(other.handed).hasSize(1);
        one.handed.getFirst().run();
        assertThat(answered).containsExactly("a", "c");
    }

    @Test
    void anAnswerOutsideOfARoundGoesAtOnce() {
        answers.run(() -> {});
        answer(one, "a");

        assertThat(one.handed).hasSize(1);
    }

    @Test
    void whatWasGatheredIsHandedOnThoughTheRoundFails() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> answers.run(() -> {
                    answer(one, "a");
                    throw new IllegalStateException("planted");
                }));

        assertThat(one.handed).hasSize(1);
    }

    @Test
    void anAnswerThatFailsKeepsNoOtherBack() {
        answers.run(() -> {
            LoopAnswers.execute(one, () -> {
                throw new IllegalStateException("planted");
            });
            answer(one, "b");
        });

        one.handed.getFirst().run();

        assertThat(answered).containsExactly("b");
    }

    @Test
    void aLoopThatHasEndedKeepsNoOtherFromItsAnswers() {
        Executor ended = _ -> {
            throw new RejectedExecutionException("planted");
        };

        answers.run(() -> {
            answer(ended, "a");
            answer(one, "b");
            answer(other, "c");
        });

        assertThat(one.handed).hasSize(1);
        assertThat(other.handed).hasSize(1);
    }
}
