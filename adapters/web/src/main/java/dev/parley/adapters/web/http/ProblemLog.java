package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.web.server.ServerWebExchange;

/// Counts the problems that clients were told by their code, and leaves a line in the log from which the trace id leads
/// back: what the server could not do at INFO, what it would not at DEBUG. Nothing a client sent is in the line.
public final class ProblemLog {

    /// Lines at INFO in a second. An overloaded server refuses thousands; those beyond are written at DEBUG.
    private static final int MOST_IN_A_SECOND = 10;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Logger log = LoggerFactory.getLogger(ProblemLog.class);

    private final MeterRegistry registry;

    /// Lines of the present second in the low byte, which one it is above.
    private final AtomicLong written = new AtomicLong();

    public ProblemLog(MeterRegistry registry) {
        this.registry = registry;
    }

    void told(ServerWebExchange exchange, Problem problem) {
        count(problem.code());
        Level level = level(problem.code());
        if (log.isEnabledForLevel(level)) {
            String method = RequestMetrics.known(exchange.getRequest().getMethod());
            Trace.log(
                    exchange,
                    () -> log.atLevel(level)
                            .log(
                                    "{} was answered with {} {}",
                                    method,
                                    problem.code().status(),
                                    problem.code().wire()));
        }
    }

    /// One of several in an answer.
    public void count(ProblemCode code) {
        Counter.builder("parley.http.problems")
                .description("Problems told, those of a batch's messages included")
                .tag("code", code.wire())
                .register(registry)
                .increment();
    }

    /// That a server is starting or draining is what probes ask it for all the time.
    private Level level(ProblemCode code) {
        return code.status() >= 500 && code != ProblemCode.NOT_READY && mayWrite() ? Level.INFO : Level.DEBUG;
    }

    private boolean mayWrite() {
        long second = System.nanoTime() / SECOND << 8;
        return (written.updateAndGet(before -> next(before, second)) & 0xff) <= MOST_IN_A_SECOND;
    }

    private static long next(long before, long second) {
        long lines = (before & ~0xffL) == second ? before & 0xff : 0;
        return second | Math.min(lines + 1, 0xff);
    }
}
