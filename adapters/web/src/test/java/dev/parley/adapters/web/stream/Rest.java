package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What readers of streams ask beside them, over the wire.
final class Rest {

    /// @param expiresAt as the server said
    record Credential(String text, Instant expiresAt) {}

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;

    Rest(int port) {
        this.port = port;
    }

    static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    CompletableFuture<HttpResponse<String>> get(String token, String path) {
        return HTTP.sendAsync(request(token, path).GET().build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(@Nullable String token, String path, String body, String... headers) {
        HttpRequest.Builder request =
                request(token, path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HTTP.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }

    HttpResponse<String> send(String method, String token, String path, String body) {
        HttpRequest request = request(token, path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofString()).join();
    }

    private HttpRequest.Builder request(@Nullable String token, String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /// A token of dev mode with all permissions.
    Credential token(String user, Duration lasts) {
        String body = "{\"user\":\"" + user + "\",\"rooms\":{\"*\":[\"subscribe\",\"publish\"]},\"ttlSeconds\":%s}";
        return credential(post(null, "/v1/dev/tokens", body.formatted(lasts.toSeconds())), "token");
    }

    Credential ticket(String token, String... rooms) {
        String list = Arrays.stream(rooms).collect(Collectors.joining("\",\"", "[\"", "\"]"));
        return credential(post(token, "/v1/stream-tickets", "{\"rooms\":" + list + "}"), "ticket");
    }

    private static Credential credential(HttpResponse<String> response, String name) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode said = json(response);
        return new Credential(
                said.get(name).asString(),
                Instant.ofEpochMilli(said.get("expiresAt").asLong()));
    }
}
