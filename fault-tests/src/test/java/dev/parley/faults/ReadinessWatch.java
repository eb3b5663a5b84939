package dev.parley.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/// Asks servers again and again whether they are ready, and writes down when one is not that has to be. Any thread.
final class ReadinessWatch implements AutoCloseable {

    /// An answer that takes longer is none.
    static final Duration DEADLINE = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int MOST_FINDINGS = 20;

    private static final class Node {
        final URI readiness;
        volatile boolean expected = true;
        volatile boolean up;
        volatile boolean degraded;

        Node(URI readiness) {
            this.readiness = readiness;
        }
    }

    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private final Queue<String> findings = new ConcurrentLinkedQueue<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(DEADLINE).build();
    private volatile boolean closed;

    void watch(URI readiness) {
        nodes.add(new Node(readiness));
    }

    void start() {
        nodes.forEach(node -> Thread.ofVirtual().start(() -> ask(node)));
    }

    private void ask(Node node) {
        while (!closed) {
            boolean expected = node.expected;
            String answer = answer(node);
            node.up = answer.startsWith("200") && answer.contains("\"up\"");
            node.degraded |= answer.startsWith("200") && answer.contains("\"degraded\"");
            if (expected && node.expected && !closed && !answer.startsWith("200") && findings.size() < MOST_FINDINGS) {
                findings.add(node.readiness + " answered " + answer);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private String answer(Node node) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(node.readiness).timeout(DEADLINE).build(), BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (IOException e) {
            return "nothing: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "nothing";
        }
    }

    /// It may be away from now on.
    void excuse(int node) {
        nodes.get(node).expected = false;
    }

    void expect(int node) {
        nodes.get(node).expected = true;
    }

    /// What was said until now.
    void forget() {
        nodes.forEach(node -> node.degraded = false);
    }

    boolean allDegraded() {
        return nodes.stream().allMatch(node -> node.degraded);
    }

    boolean allUp() {
        return nodes.stream().allMatch(node -> node.up);
    }

    List<String> findings() {
        return List.copyOf(findings);
    }

    @Override
    public void close() {
        closed = true;
        http.shutdownNow();
    }
}
