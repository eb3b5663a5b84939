package dev.parley.adapters.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ClientMessageId;
import dev.parley.usecase.Refusal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefusalProblemsTest {

    @Test
    void anUnknownOutcomeOfAMessageNamesTheIdToTryAgainWith() {
        var problem = RefusalProblems.of(new Refusal.OutcomeUnknown(new ClientMessageId("~abc")));

        assertThat(problem.members()).isEqualTo(Map.of("clientMsgId", "~abc"));
        assertThat(problem.detail()).isEqualTo(ProblemCode.OUTCOME_UNKNOWN.advice());
    }

    @Test
    void anUnknownOutcomeOfAnotherRequestNamesNoIdAndSaysToMakeItAgain() {
        var problem = RefusalProblems.of(new Refusal.OutcomeUnknown(null));

        assertThat(problem.code()).isEqualTo(ProblemCode.OUTCOME_UNKNOWN);
        assertThat(problem.members()).isEmpty();
        assertThat(problem.detail()).contains("Make it again", "If-Match");
        assertThat(problem.retryAfter()).isNotNull();
    }
}
