package dev.parley.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/// What was asked and answered, in the order in which it happened. Only ever grows. Any thread.
final class History {

    /// Times are nanoseconds of this machine's monotonic clock, the same for all threads.
    sealed interface Entry {
        Message message();

        long at();
    }

    /// Written before the first byte of a try goes out.
    record Asked(Message message, int server, long at) implements Entry {}

    /// Written after the whole answer has come in.
    record Answered(Message message, int server, Answer answer, long at) implements Entry {}

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final LongAdder asked = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder duplicates = new LongAdder();

    void asked(Message message, int server) {
        entries.add(new Asked(message, server, System.nanoTime()));
        asked.increment();
    }

    void answered(Message message, int server, Answer answer) {
        entries.add(new Answered(message, server, answer, System.nanoTime()));
        switch (answer) {
            case Answer.Ok(var _, var _, var duplicate) -> {
                acknowledged.increment();
                duplicates.add(duplicate ? 1 : 0);
            }
            case Answer.Refused _ -> refused.increment();
            case Answer.Unknown _ -> unknown.increment();
        }
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    /// Tries that have no answer yet.
    long underWay() {
        return asked.sum() - acknowledged.sum() - refused.sum() - unknown.sum();
    }

    long unknown() {
        return unknown.sum();
    }

    long duplicates() {
        return duplicates.sum();
    }

    /// From each asking to its acknowledgement, the shortest first. Askings without one count until now.
    List<Duration> latencies() {
        var asked = new HashMap<Message, Long>();
        var latencies = new ArrayList<Duration>();
        for (Entry entry : entries) {
            switch (entry) {
                case Asked(var message, var _, var at) -> asked.putIfAbsent(message, at);
                case Answered(var message, var _, Answer.Ok _, var at) ->
                    latencies.add(Duration.ofNanos(at - asked.remove(message)));
                case Answered _ -> {}
            }
        }
        long now = System.nanoTime();
        asked.values().forEach(at -> latencies.add(Duration.ofNanos(now - at)));
        return latencies.stream().sorted().toList();
    }

    /// Keeps it for whoever has to find out what went wrong.
    Path write(String name) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "histories"));
            return Files.write(
                    folder.resolve(name + ".txt"),
                    entries().stream().map(Entry::toString).toList());
        } catch (IOException e) {
            throw new IllegalStateException("cannot keep the history", e);
        }
    }

    @Override
    public String toString() {
        return acknowledged + " acknowledged (" + duplicates + " as duplicates), " + refused + " refused, " + unknown
                + " without an answer";
    }
}
