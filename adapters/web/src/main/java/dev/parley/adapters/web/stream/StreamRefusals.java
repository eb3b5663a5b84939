package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.RefusalProblems;
import dev.parley.adapters.web.sse.SseBlock;
import dev.parley.delivery.Notice;
import dev.parley.delivery.Notice.ReconnectReason;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.SessionId;
import dev.parley.usecase.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers those who get no stream. What will pass is never told by a status: it would end an EventSource for good.
public final class StreamRefusals {

    private static final Logger log = LoggerFactory.getLogger(StreamRefusals.class);

    /// So that those who were turned away together do not come back together.
    private static final long SOONEST_MILLIS = 2_000;

    private static final long LATEST_MILLIS = 5_000;

    private final ProblemReplies problems;
    private final TicketRefusals tickets;
    private final Framing framing;
    private final RandomGenerator random;
    private final MeterRegistry registry;

    /// @param random safe for use by several threads
    public StreamRefusals(
            ProblemReplies problems,
            TicketRefusals tickets,
            Framing framing,
            RandomGenerator random,
            MeterRegistry registry) {
        this.problems = problems;
        this.tickets = tickets;
        this.framing = framing;
        this.random = random;
        this.registry = registry;
    }

    Outgoing reply(Call call, Refusal refusal) {
        return switch (refusal) {
            case Refusal.Stopping _ -> later(ReconnectReason.DRAINING, Duration.ZERO);
            case Refusal.Overloaded(var wait) -> later(ReconnectReason.OVERLOADED, wait);
            case Refusal.StoreUnavailable(var wait) -> later(ReconnectReason.STORE_UNAVAILABLE, wait);
            case Refusal.OutcomeUnknown _ -> later(ReconnectReason.STORE_UNAVAILABLE, Duration.ZERO);
            case Refusal.InternalFault _ -> later(ReconnectReason.INTERNAL_FAULT, Duration.ZERO);
            default -> forGood(call, RefusalProblems.of(refusal));
        };
    }

    Outgoing fault(Call call, Throwable thrown) {
        Trace.log(call.exchange(), () -> log.error("A stream could not be opened", thrown));
        return later(ReconnectReason.INTERNAL_FAULT, Duration.ZERO);
    }

    private Outgoing forGood(Call call, Problem problem) {
        count(problem.code().wire());
        SessionId session = call.credentials().session();
        return session == null
                ? problems.reply(call.exchange(), problem)
                : tickets.reply(call.exchange(), problem, session.value());
    }

    private Outgoing later(ReconnectReason reason, Duration wait) {
        count(Notice.wire(reason));
        long millis = wait.toMillis() + random.nextLong(SOONEST_MILLIS, LATEST_MILLIS);
        byte[] body = framing.notice(new Notice.Reconnect(millis, reason, millis), null, Format.SSE_WITHOUT_ID);
        return new Reply(200, SseBlock.MEDIA_TYPE, body, StreamReply.HEADERS);
    }

    private void count(String reason) {
        Counter.builder("parley.streams.turned.away")
                .description("Requests for a stream that got none, by reason")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }
}
