package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Another process that reads a share of the connections: what it is told goes to its standard input, what it answers
/// comes from its standard output. Used by one thread; another one listens.
public final class Companion implements AutoCloseable {

    /// Answers come once a second.
    private static final int MOST_ANSWERS = 10_000;
    private static final int STOP_SECONDS = 5;

    private final Process process;
    private final Writer orders;
    private final Queue<String> answers = new ArrayBlockingQueue<>(MOST_ANSWERS);
    private final int connections;

    private Companion(Process process, int connections) {
        this.process = process;
        this.orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.connections = connections;
        Thread.ofVirtual().start(this::listen);
    }

    public static Companion start(List<String> command, Map<String, String> environment, int connections) {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        try {
            return new Companion(builder.start(), connections);
        } catch (IOException e) {
            throw BenchFailure.cannotRun("another process of the load does not start: " + e.getMessage() + ".");
        }
    }

    private void listen() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException e) {
            answers.add("broken " + Wire.text(String.valueOf(e.getMessage())));
        }
    }

    int connections() {
        return connections;
    }

    void say(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw BenchFailure.wrong("another process of the load is gone: " + e.getMessage() + ".");
        }
    }

    /// The words of its next answer, or null when there is none yet.
    String @Nullable [] heard() {
        String answer = answers.poll();
        if (answer == null && !process.isAlive() && answers.isEmpty()) {
            throw BenchFailure.wrong("another process of the load ended with status " + process.exitValue() + ".");
        }
        return answer == null ? null : answer.split(" ");
    }

    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
