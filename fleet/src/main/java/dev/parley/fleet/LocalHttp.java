package dev.parley.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/// Asks servers of this machine. A second without an answer is none.
final class LocalHttp implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(DEADLINE)
            .build();

    /// @return -1 when there was no answer
    int status(int port, String path) {
        return send(request(port, path).build()).map(HttpResponse::statusCode).orElse(-1);
    }

    /// What it answered, with whatever status.
    Optional<String> get(int port, String path) {
        return send(request(port, path).build()).map(HttpResponse::body);
    }

    /// What it answered with 200.
    Optional<String> post(int port, String path, String json) {
        var request = request(port, path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        return send(request).filter(answer -> answer.statusCode() == 200).map(HttpResponse::body);
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(DEADLINE);
    }

    private Optional<HttpResponse<String>> send(HttpRequest request) {
        try {
            return Optional.of(client.send(request, BodyHandlers.ofString()));
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
