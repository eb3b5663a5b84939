package dev.parley.server.commands;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What clients do, on one thread: get a token, open streams, publish into their room, read its history, talk over a
/// socket.
final class Rehearsal {

    /// Enough for the JVM to take the way of a handshake for a hot one.
    private static final int STREAMS = 3_000;
    /// Each of another user's, with a token that nobody has seen before, as clients come.
    private static final int USERS = 1_500;
    /// Held at a time, the newest.
    private static final int HELD = 300;
    /// Some seconds' worth; all of it fits into what the system buffers for a stream that is not read.
    private static final int MESSAGES = 400;

    private static final int SOCKET_PUBLISHES = 50;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");

    private final int port;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(DEADLINE)
            .build();
    private final Queue<Socket> held = new ArrayDeque<>();

    Rehearsal(int port) {
        this.port = port;
    }

    void run() throws IOException {
        try {
            String token = token("alice");
            for (int i = 0; i < STREAMS; i++) {
                open(i < USERS ? token("user" + i) : token);
            }
            for (int i = 0; i < MESSAGES; i++) {
                send(messages().header("Authorization", "Bearer " + token).POST(BodyPublishers.ofString(message(i))));
            }
            send(messages().header("Authorization", "Bearer " + token));
            talk(token);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
            http.close();
        }
    }

    private static String message(int number) {
        return "{\"data\":{\"n\":" + number
                + ",\"text\":\"as long as a line of chat usually is, or a little longer\"}}";
    }

    private String token(String user) throws IOException, InterruptedException {
        String answer = send(request("/v1/dev/tokens").POST(BodyPublishers.ofString("{\"user\":\"" + user + "\"}")));
        Matcher found = TOKEN.matcher(answer);
        if (!found.find()) {
            throw new IOException("no token in " + answer);
        }
        return found.group(1);
    }

    private HttpRequest.Builder messages() {
        return request("/v1/rooms/rehearsal/messages");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(DEADLINE)
                .header("Content-Type", "application/json");
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    private void open(String token) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        held.add(socket);
        socket.setSoTimeout((int) DEADLINE.toMillis());
        String request = "GET /v1/rooms/rehearsal/events HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nAuthorization: Bearer " + token + "\r\nAccept: text/event-stream\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        awaitHello(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        if (held.size() > HELD) {
            held.remove().close();
        }
    }

    private static void awaitHello(BufferedReader stream) throws IOException {
        String line = stream.readLine();
        while (line != null && !line.equals("event: hello") && !line.equals("event:hello")) {
            line = stream.readLine();
        }
        if (line == null) {
            throw new IOException("a stream ended before it said hello");
        }
    }

    private void talk(String token) throws IOException, InterruptedException {
        try {
            WebSocket socket = http.newWebSocketBuilder()
                    .subprotocols("parley.v1")
                    .header("Authorization", "Bearer " + token)
                    .buildAsync(URI.create("ws://127.0.0.1:" + port + "/v1/socket"), new WebSocket.Listener() {})
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            say(socket, "{\"op\":\"subscribe\",\"ref\":\"s\",\"room\":\"rehearsal\"}");
            for (int i = 0; i < SOCKET_PUBLISHES; i++) {
                say(
                        socket,
                        "{\"op\":\"publish\",\"ref\":\"" + i + "\",\"room\":\"rehearsal\",\"data\":{\"n\":" + i + "}}");
            }
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the socket failed", e);
        }
    }

    private static void say(WebSocket socket, String text)
            throws InterruptedException, ExecutionException, TimeoutException {
        var _ = socket.sendText(text, true).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
}
