package dev.parley.faults;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// One of [Writers]: a thread that publishes numbered messages one after the other.
final class Writer {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(10);
    private static final Duration LONGEST_BACKOFF = Duration.ofMillis(160);

    /// Different spellings of equal values, which the log has to keep as they are.
    private static final List<String> SPELLINGS = List.of(
            "1.0",
            "1e2",
            "-0",
            "\"\\u00e9\"",
            "\"é\"",
            "\"\\/ \"",
            "\"\uD83D\uDE80\"",
            "{\"b\":1,\"a\":[]}",
            "1234567890123456789012");

    private final Writers.Plan plan;
    private final int number;
    private final SplittableRandom random;
    private final Client client;
    private final History history;
    private final Thread thread;
    private volatile boolean stopping;
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile Throwable broken;
    private int server;

    Writer(Writers.Plan plan, int number, SplittableRandom random, Client client, History history) {
        this.plan = plan;
        this.number = number;
        this.random = random;
        this.client = client;
        this.history = history;
        this.server = number % plan.servers().size();
        this.thread = Thread.ofVirtual().name("writer-" + number).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopping = true;
    }

    void abandon() {
        stopping = true;
        thread.interrupt();
    }

    boolean ended() {
        return !thread.isAlive();
    }

    long acknowledged() {
        return acknowledged.get();
    }

    void assertUnbroken() {
        if (broken != null) {
            throw new AssertionError("writer " + number + " cannot go on", broken);
        }
    }

    private void run() {
        try {
            for (int i = 0; !stopping; i++) {
                publish(message(i));
                LockSupport.parkNanos(plan.pause().toNanos());
            }
        } catch (InterruptedException _) {
            // Abandoned; the history shows what was under way.
        } catch (RuntimeException | AssertionError e) {
            broken = e;
        }
    }

    private void publish(Message message) throws InterruptedException {
        Duration backoff = FIRST_BACKOFF;
        while (!acknowledge(message)) {
            server = (server + 1) % plan.servers().size();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(backoff.toNanos());
            backoff =
                    backoff.multipliedBy(2).compareTo(LONGEST_BACKOFF) < 0 ? backoff.multipliedBy(2) : LONGEST_BACKOFF;
        }
        // Back to its first choice, so that a server that was away gets its load again.
        server = number % plan.servers().size();
    }

    private boolean acknowledge(Message message) throws InterruptedException {
        history.asked(message, server);
        Answer answer = client.publish(plan.servers().get(server), message);
        history.answered(message, server, answer);
        return switch (answer) {
            case Answer.Ok _ -> {
                acknowledged.incrementAndGet();
                yield true;
            }
            case Answer.Refused refused
            when !refused.passing() -> throw new IllegalStateException(message + " was refused for good: " + refused);
            case Answer.Refused _, Answer.Unknown _ -> false;
        };
    }

    private Message message(int count) {
        String sender = "writer-" + number;
        List<String> rooms = plan.rooms();
        int room = rooms.size() > plan.writers()
                ? number + count
                : number / plan.servers().size();
        return new Message(rooms.get(room % rooms.size()), sender, plan.run() + "-" + count, data(count));
    }

    private String data(int count) {
        var text = new StringBuilder("{\"run\":\"").append(plan.run());
        text.append("\",\"writer\":")
                .append(number)
                .append(",\"n\":")
                .append(count)
                .append(",\"random\":\"");
        for (int i = 1 + random.nextInt(16); i > 0; i--) {
            text.append(Long.toHexString(random.nextLong()));
        }
        String spelling = SPELLINGS.get(random.nextInt(SPELLINGS.size()));
        return text.append("\",\"as\":").append(spelling).append('}').toString();
    }
}
