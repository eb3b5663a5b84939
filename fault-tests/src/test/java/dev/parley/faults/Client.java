package dev.parley.faults;

import static java.util.Collections.nCopies;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Speaks HTTP to servers, over connections it keeps. It never tries twice by itself. Any thread.
final class Client implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Duration deadline;
    private final HttpClient http;

    /// @param deadline for the whole of an exchange
    Client(Duration deadline) {
        this.deadline = deadline;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(deadline)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    /// One try.
    Answer publish(URI server, Message message) throws InterruptedException {
        try {
            return answer(exchange(server, message));
        } catch (IOException e) {
            return withoutAnswer(e);
        }
    }

    /// One try of several messages of one sender in one room, with an answer for each.
    List<Answer> publish(URI server, List<Message> batch) throws InterruptedException {
        Message first = batch.getFirst();
        String body = batch.stream().map(Message::body).collect(joining(",", "{\"messages\":[", "]}"));
        try {
            HttpResponse<String> response =
                    send(server, first.sender(), "POST", "/v1/rooms/" + first.room() + "/messages/batch", body);
            return response.statusCode() == 200 ? answers(response) : nCopies(batch.size(), answer(response));
        } catch (IOException e) {
            return nCopies(batch.size(), withoutAnswer(e));
        }
    }

    private static List<Answer> answers(HttpResponse<String> response) {
        var answers = new ArrayList<Answer>();
        for (JsonNode result : json(response).path("results")) {
            int status = result.path("status").asInt(0);
            answers.add(
                    status == 200 || status == 201
                            ? ok(result.path("event"))
                            : refusal(
                                    status, result.path("problem").path("code").asString("")));
        }
        return answers;
    }

    private static Answer withoutAnswer(IOException e) {
        return switch (e) {
            case ConnectException _, HttpConnectTimeoutException _ -> new Answer.Refused(0, "no-connection");
            case HttpTimeoutException _ -> new Answer.Unknown("timeout");
            default -> new Answer.Unknown(e.getClass().getSimpleName());
        };
    }

    /// One try, with the answer as it came.
    HttpResponse<String> exchange(URI server, Message message) throws IOException, InterruptedException {
        return send(server, message.sender(), "POST", "/v1/rooms/" + message.room() + "/messages", message.body());
    }

    HttpResponse<String> send(URI server, String user, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(deadline)
                .header("Authorization", "Bearer " + tokens.computeIfAbsent(user, Tokens::of))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    private static Answer answer(HttpResponse<String> response) {
        try {
            JsonNode body = json(response);
            return switch (response.statusCode()) {
                case 200, 201 -> ok(body);
                default -> refusal(response.statusCode(), body.path("code").asString(""));
            };
        } catch (JacksonException _) {
            return refusal(response.statusCode(), "");
        }
    }

    private static Answer ok(JsonNode body) {
        return new Answer.Ok(
                body.path("epoch").asString(""),
                body.path("seq").asLong(-1),
                body.path("duplicate").asBoolean(false));
    }

    private static Answer refusal(int status, String code) {
        // A fault says nothing about what was written.
        return code.equals("outcome-unknown") || (status >= 500 && status != 503)
                ? new Answer.Unknown(status + " " + code)
                : new Answer.Refused(status, code);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
