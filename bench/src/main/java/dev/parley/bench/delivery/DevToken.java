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
import tools.jackson.databind.json.JsonMapper;

/// Asks a server in dev mode for a token.
final class DevToken {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private DevToken() {}

    static String ask(InetSocketAddress server) {
        URI uri = URI.create("http://" + server.getHostString() + ":" + server.getPort() + "/v1/dev/tokens");
        var request = HttpRequest.newBuilder(uri)
                .timeout(DEADLINE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"load\",\"admin\":true}"))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw BenchFailure.cannotRun("the server gives no token (" + answer.statusCode()
                        + "): it is not in dev mode, so --token is needed, of an administrator.");
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
