package dev.parley.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// What a server measures of itself: for tables of figures, never to judge it by.
record NodeMetrics(String text) {

    /// Asked for on a machine that runs servers, database, broker and load at once.
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    static NodeMetrics of(URI server) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(server.resolve("/metrics"))
                    .timeout(DEADLINE)
                    .build();
            return new NodeMetrics(http.send(request, BodyHandlers.ofString()).body());
        }
    }

    /// How much more than before.
    long since(NodeMetrics before, String name) {
        return sum(name) - before.sum(name);
    }

    /// @param name with its labels or the beginning of them; what fits is added up
    long sum(String name) {
        return Math.round(text.lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }
}
