package dev.parley.bench.delivery;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/// Asks a server in dev mode for a token.
final class DevToken {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private DevToken() {}

    static String ask(InetSocketAddress server) {
        try (var client = HttpClient.newHttpClient()) {
            return ask(client, server, "{\"user\":\"load\",\"admin\":true}");
        }
    }

    /// Of so many people who may read and publish everywhere.
    static List<String> several(InetSocketAddress server, int people) {
        try (var client = HttpClient.newHttpClient()) {
            return IntStream.range(0, people)
                    .mapToObj(n -> ask(
                            client,
                            server,
                            "{\"user\":\"sender" + n + "\",\"rooms\":{\"*\":[\"subscribe\",\"publish\"]}}"))
                    .toList();
        }
    }

    private static String ask(HttpClient client, InetSocketAddress server, String body) {
        URI uri = URI.create("http://" + server.getHostString() + ":" + server.getPort() + "/v1/dev/tokens");
        var request = HttpRequest.newBuilder(uri)
                .timeout(DEADLINE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw BenchFailure.cannotRun(
                        "the server gives no token (" + answer.statusCode()
                                + "): it is not in dev mode. `load` takes an administrator's --token then; `live` needs many people's.");
            }
            return new JsonMapper().readTree(answer.body()).path("token").asString();
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no server answers at " + uri + ": " + e.getMessage() + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BenchFailure.cannotRun("the benchmark was interrupted.");
        }
    }
}
