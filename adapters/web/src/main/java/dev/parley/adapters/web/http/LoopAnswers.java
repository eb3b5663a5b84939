package dev.parley.adapters.web.http;

import dev.parley.log.AnswerRound;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes answers to the event loops of their connections. Those of one round reach each loop as one task: the loop
/// wakes
/// up once for all of them, and not for the first one while the others are still being made.
///
/// Any thread. What is gathered is bounded by the items of a transaction.
public final class LoopAnswers implements AnswerRound {

    private static final ScopedValue<Map<Executor, List<Runnable>>> ROUND = ScopedValue.newInstance();

    private static final Logger log = LoggerFactory.getLogger(LoopAnswers.class);

    @Override
    public void run(Runnable answers) {
        Map<Executor, List<Runnable>> gathered = new IdentityHashMap<>();
        try {
            ScopedValue.where(ROUND, gathered).run(answers);
        } finally {
            gathered.forEach(LoopAnswers::handOver);
        }
    }

    private static void handOver(Executor loop, List<Runnable> tasks) {
        try {
            loop.execute(() -> tasks.forEach(LoopAnswers::runOne));
        } catch (RejectedExecutionException e) {
            log.debug("An event loop has ended before {} answers", tasks.size(), e);
        }
    }

    /// One that fails must not keep the others from being sent.
    private static void runOne(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.error("An answer could not be sent", e);
        }
    }

    /// Runs the task on the loop: at the end of the round that this thread is in, if it is in one.
    public static void execute(Executor loop, Runnable task) {
        if (ROUND.isBound()) {
            ROUND.get().computeIfAbsent(loop, _ -> new ArrayList<>()).add(task);
        } else {
            loop.execute(task);
        }
    }
}
