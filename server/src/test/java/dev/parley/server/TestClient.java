package dev.parley.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of one server. Safe for use by several threads.
final class TestClient {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final URI base;
    private final String token;

    /// @param base scheme, host and port
    TestClient(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    record Answer(int status, JsonNode body) {}

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    Answer get(String path) throws IOException {
        return send(request(path).GET());
    }

    Answer post(String path, String body) throws IOException {
        return send(request(path).POST(BodyPublishers.ofString(body)));
    }

    Answer publish(String room, String id) throws IOException {
        return post("/v1/rooms/" + room + "/messages", "{\"clientMsgId\":\"" + id + "\",\"data\":\"" + id + "\"}");
    }

    /// All client message ids of a room's log, in order.
    List<String> ids(String room) throws IOException {
        List<String> ids = new ArrayList<>();
        String after = "";
        while (true) {
            JsonNode page =
                    get("/v1/rooms/" + room + "/messages?limit=500" + after).body();
            if (after.isEmpty() && page.get("first").asLong() == 1) {
                page = get("/v1/rooms/" + room + "/messages?limit=500&after="
                                + page.get("epoch").asString() + ":0")
                        .body();
            }
            page.get("items").forEach(item -> ids.add(item.get("clientMsgId").asString()));
            if (!page.get("hasMore").asBoolean()) {
                return ids;
            }
            after = "&after=" + page.get("next").asString();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    private Answer send(HttpRequest.Builder request) throws IOException {
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), json(response.body().isEmpty() ? "null" : response.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
