package dev.parley.log;

/// Surrounds the answers of one transaction: whoever hands them on to threads of its own may gather them meanwhile and
/// wake each of those threads once instead of once for each answer.
@FunctionalInterface
public interface AnswerRound {

    /// Nobody gathers anything.
    AnswerRound PLAIN = Runnable::run;

    /// Runs this exactly once, on the calling thread, before it returns, and hands on whatever was gathered also when
    /// it
    /// throws. Called by several lanes at once. Must not block.
    void run(Runnable answers);
}
