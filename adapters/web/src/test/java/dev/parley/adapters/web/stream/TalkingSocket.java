package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.TestTls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of the platform's own library, which is strict about what a server may send.
final class TalkingSocket implements WebSocket.Listener, AutoCloseable {

    /// How a connection ended.
    record End(int code, String reason) {}

    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final StringBuilder begun = new StringBuilder();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final WebSocket socket;

    private TalkingSocket(int port, String target, String... headers) {
        this(HttpClient.newHttpClient(), "ws://127.0.0.1:" + port + target, headers);
    }

    private TalkingSocket(HttpClient client, String address, String... headers) {
        var builder = client.newWebSocketBuilder().subprotocols("parley.v1");
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        this.socket = builder.buildAsync(URI.create(address), this).join();
        assertThat(socket.getSubprotocol()).isEqualTo("parley.v1");
    }

    static TalkingSocket open(int port, String token) {
        return new TalkingSocket(port, "/v1/socket", "Authorization", "Bearer " + token);
    }

    static TalkingSocket openOverTls(int port, String token) {
        var client = HttpClient.newBuilder().sslContext(TestTls.context()).build();
        return new TalkingSocket(client, "wss://127.0.0.1:" + port + "/v1/socket", "Authorization", "Bearer " + token);
    }

    /// @param target with a ticket, or without credentials
    static TalkingSocket openAt(int port, String target) {
        return new TalkingSocket(port, target);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        begun.append(data);
        if (last) {
            frames.add(JsonMapper.shared().readTree(begun.toString()));
            begun.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end.complete(new End(code, reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable thrown) {
        end.completeExceptionally(thrown);
    }

    void say(String json) {
        socket.sendText(json, true).join();
    }

    WebSocket raw() {
        return socket;
    }

    JsonNode next() {
        try {
            JsonNode frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(frame).as("a frame").isNotNull();
            return frame;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// The next frame, which is of this kind.
    JsonNode next(String event) {
        JsonNode frame = next();
        assertThat(frame.get("event").asString()).as(frame.toString()).isEqualTo(event);
        return frame;
    }

    /// Says it and reads the answer, which bears this mark.
    JsonNode ask(String ref, String op) {
        say("{\"ref\":\"" + ref + "\"," + op + "}");
        JsonNode answer = next();
        assertThat(answer.path("ref").asString()).as(answer.toString()).isEqualTo(ref);
        return answer;
    }

    End ended() {
        return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
