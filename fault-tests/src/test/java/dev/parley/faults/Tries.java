package dev.parley.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All tries of one message, in the order in which they happened.
final class Tries {

    private final Message message;
    private final long firstAskedAt;
    private final List<Answer> answers = new ArrayList<>();
    private int asked;
    private long acknowledgedAt = Long.MAX_VALUE;

    Tries(Message message, long firstAskedAt) {
        this.message = message;
        this.firstAskedAt = firstAskedAt;
    }

    void add(History.Entry entry) {
        switch (entry) {
            case History.Asked _ -> asked++;
            case History.Answered(var _, var _, var answer, var at) -> {
                answers.add(answer);
                if (answer instanceof Answer.Ok) {
                    acknowledgedAt = Math.min(acknowledgedAt, at);
                }
            }
        }
    }

    Message message() {
        return message;
    }

    long firstAskedAt() {
        return firstAskedAt;
    }

    boolean acknowledged() {
        return acknowledgedAt != Long.MAX_VALUE;
    }

    /// The first time; only when [#acknowledged].
    long acknowledgedAt() {
        return acknowledgedAt;
    }

    List<Answer.Ok> acknowledgements() {
        return answers.stream()
                .filter(Answer.Ok.class::isInstance)
                .map(Answer.Ok.class::cast)
                .toList();
    }

    /// No try's outcome is open, and each was a refusal.
    boolean allRefused() {
        return answers.size() == asked && answers.stream().allMatch(Answer.Refused.class::isInstance);
    }

    /// An event is new at most once. It may never be: a server that lost the database's answer finds at its
    /// second try what its first one wrote, and calls it a duplicate. But a message that was refused before
    /// was not to be there.
    Optional<String> wrongMark() {
        List<Answer.Ok> known = acknowledgements();
        long fresh = known.stream().filter(ok -> !ok.duplicate()).count();
        long refused = answers.stream().filter(Answer.Refused.class::isInstance).count();
        if (fresh > 1) {
            return Optional.of("answered " + fresh + " times as new");
        }
        if (fresh == 0 && !known.isEmpty() && refused > 0 && asked == refused + known.size()) {
            return Optional.of("a duplicate, though all tries before were refused: " + answers);
        }
        return Optional.empty();
    }
}
