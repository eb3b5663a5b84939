package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.sse.SseBlock;
import dev.parley.kernel.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.server.ServerWebExchange;

/// Turns an EventSource away that came with a ticket. Its page cannot see a status, and its browser would
/// repeat the address for ever; so the page gets the problem as an event, the browser a very long wait, and
/// when it comes again all the same, the one answer that ends an EventSource. Any thread.
public final class TicketRefusals {

    /// 23 days: browsers keep it in 32 bits.
    static final long NEVER_MILLIS = 2_000_000_000L;

    private static final int REMEMBERED = 10_000;
    private static final Duration FOR = Duration.ofHours(1);

    private final ProblemReplies problems;
    private final Clock clock;

    /// Hashes of tickets and when they were refused; the oldest is forgotten first, and is told once more.
    private final Map<Long, Long> refused = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    public TicketRefusals(ProblemReplies problems, Clock clock) {
        this.problems = problems;
        this.clock = clock;
    }

    /// @param ticket the same whenever this ticket comes: its text, or its session
    public Outgoing reply(ServerWebExchange exchange, Problem problem, String ticket) {
        if (cameBefore(ticket)) {
            return Reply.empty(204);
        }
        byte[] document = problems.reply(exchange, problem).body();
        byte[] body = SseBlock.withRetry(NEVER_MILLIS, "problem", document);
        return new Reply(200, SseBlock.MEDIA_TYPE, body, StreamReply.HEADERS);
    }

    private boolean cameBefore(String ticket) {
        long key = hash(ticket);
        long now = clock.nanos();
        synchronized (refused) {
            Long before = refused.get(key);
            if (before != null && now - before < FOR.toNanos()) {
                return true;
            }
            refused.put(key, now);
            return false;
        }
    }

    /// Only to find the same one again: whoever makes two tickets collide is himself told to go.
    private static long hash(String ticket) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < ticket.length(); i++) {
            hash = (hash ^ ticket.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}
