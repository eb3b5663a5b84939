package dev.parley.log;

import java.util.function.Consumer;

/// One append that waits for its answer. Touched only by its lane.
final class Pending {

    private final Append append;
    private final long deadline;
    private final Consumer<AppendResult> answer;
    /// Whether a transaction with it may have been committed without our knowing.
    private boolean uncertain;

    private boolean counted;
    private boolean answered;

    Pending(Append append, long deadline, Consumer<AppendResult> answer) {
        this.append = append;
        this.deadline = deadline;
        this.answer = answer;
    }

    Append append() {
        return append;
    }

    boolean due(long now) {
        return now - deadline >= 0;
    }

    void markUncertain() {
        uncertain = true;
    }

    boolean uncertain() {
        return uncertain;
    }

    void markCounted(boolean taken) {
        counted = taken;
    }

    /// Whether this node's count of its room's messages has it.
    boolean counted() {
        return counted;
    }

    boolean answered() {
        return answered;
    }

    void answer(AppendResult result) {
        answered = true;
        answer.accept(result);
    }
}
