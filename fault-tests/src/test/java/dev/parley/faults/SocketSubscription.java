package dev.parley.faults;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// By WebSocket: one room over one socket. What acknowledges the subscription counts as `hello`.
final class SocketSubscription implements Subscription {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private static final String END = "";

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final String room;
    private final String cursor;
    private final WebSocket socket;

    /// Whoever reads takes at once what comes, so the queue stays short.
    private final class Ear implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                frames.add(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
            frames.add(END);
            return null;
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            frames.add(END);
        }
    }

    private SocketSubscription(int port, String room, String token, String cursor) throws IOException {
        this.room = room;
        this.cursor = cursor;
        this.socket = await(HTTP.newWebSocketBuilder()
                .subprotocols("parley.v1")
                .header("Authorization", "Bearer " + token)
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/v1/socket"), new Ear()));
    }

    /// @param cursor empty = none
    static SocketSubscription open(int port, String room, String token, String cursor) throws IOException {
        return new SocketSubscription(port, room, token, cursor);
    }

    private void subscribe() throws IOException {
        String after = cursor.isEmpty() ? "" : ",\"after\":\"" + cursor + "\"";
        await(socket.sendText("{\"op\":\"subscribe\",\"ref\":\"1\",\"room\":\"" + room + "\"" + after + "}", true));
    }

    private static WebSocket await(CompletionStage<WebSocket> stage) throws IOException {
        try {
            return stage.toCompletableFuture().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no socket", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public @Nullable Told next(Duration within) throws IOException {
        String frame = take(within);
        if (frame.equals(END)) {
            return null;
        }
        JsonNode json = JSON.readTree(frame);
        String event = json.path("event").asString("");
        String data = frame.substring(frame.indexOf("\"data\":") + "\"data\":".length(), frame.length() - 1);
        return switch (event) {
            // That of the socket names no room; before it nobody is known to ask.
            case "hello" -> {
                subscribe();
                yield next(within);
            }
            case "ack" -> new Told("hello", start(json.path("data")), data);
            default -> new Told(event, json.path("id").asString(null), data);
        };
    }

    private @Nullable String start(JsonNode ack) {
        return switch (ack.path("resume").asString("")) {
            case "fresh" ->
                ack.path("epoch").asString("") + ":" + ack.path("head").asLong();
            case "resumed" -> cursor;
            default -> null;
        };
    }

    private String take(Duration within) throws IOException {
        try {
            String frame = frames.poll(within.toMillis(), TimeUnit.MILLISECONDS);
            if (frame == null) {
                throw new SocketTimeoutException("nothing in time");
            }
            return frame;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void reset() {
        socket.abort();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
