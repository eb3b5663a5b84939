package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser.Message;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A reader of one room with a receive buffer of 4 KiB, over an event stream or a socket. What it is told is the
/// same.
interface SlowClient extends AutoCloseable {

    int RECEIVE_BUFFER = 4 << 10;
    Duration PATIENCE = Duration.ofSeconds(60);
    JsonMapper MAPPER = JsonMapper.shared();

    /// One thing it is told.
    ///
    /// @param at the seq up to which it knows everything with it; 0 = it does not say
    record Told(String event, long at, JsonNode data) {

        private static long at(String cursor) {
            return cursor.isEmpty() ? 0 : Long.parseLong(cursor.substring(cursor.lastIndexOf(':') + 1));
        }
    }

    Told next() throws IOException;

    PacedSocket socket();

    @Override
    default void close() throws IOException {
        socket().close();
    }

    /// @param after where it goes on; null = with what comes from now on
    static SlowClient overEvents(int port, String token, String room, @Nullable String after) throws IOException {
        var socket = PacedSocket.connect(port, RECEIVE_BUFFER);
        var headers = new ArrayList<>(List.of("Authorization: Bearer " + token));
        if (after != null) {
            headers.add("Last-Event-ID: " + after);
        }
        String request = RawStream.get("/v1/rooms/" + room + "/events", headers.toArray(String[]::new));
        RawStream raw = RawStream.over(socket, request);
        assertThat(raw.status()).isEqualTo(200);
        var client = new OfEvents(raw, socket);
        assertThat(client.next().event()).isEqualTo("hello");
        return client;
    }

    /// @param after where it goes on; null = with what comes from now on
    static SlowClient overSocket(int port, String token, String room, @Nullable String after) throws IOException {
        var socket = PacedSocket.connect(port, RECEIVE_BUFFER);
        var client = new OfFrames(new DataInputStream(socket.getInputStream()), socket);
        client.upgrade(token);
        assertThat(client.next().event()).isEqualTo("hello");
        String from = after == null ? "" : ",\"after\":\"" + after + "\"";
        client.say("{\"op\":\"subscribe\",\"room\":\"" + room + "\"" + from + "}");
        assertThat(client.next().event()).isEqualTo("ack");
        return client;
    }

    /// Over server-sent events.
    record OfEvents(RawStream raw, PacedSocket socket) implements SlowClient {

        @Override
        public Told next() throws IOException {
            Message message = raw.next(PATIENCE);
            if (message == null) {
                throw new EOFException("after " + raw.lastText());
            }
            return new Told(message.event(), Told.at(message.lastEventId()), Reader.json(message));
        }
    }

    /// Over a socket, whose frames are whole and not masked. Its ops are short.
    record OfFrames(DataInputStream in, PacedSocket socket) implements SlowClient {

        private static final int TEXT = 0x81;
        private static final int PING = 0x89;
        private static final int PONG = 0x8a;

        private void upgrade(String token) throws IOException {
            write(RawStream.upgrade(
                    "/v1/socket", "Authorization: Bearer " + token, "Sec-WebSocket-Protocol: parley.v1"));
            assertThat(line()).startsWith("HTTP/1.1 101");
            while (!line().isEmpty()) {
                // The rest of the head.
            }
        }

        private String line() throws IOException {
            var line = new StringBuilder();
            for (int b = in.readUnsignedByte(); b != '\n'; b = in.readUnsignedByte()) {
                line.append((char) b);
            }
            return line.toString().strip();
        }

        private void say(String op) throws IOException {
            frame(TEXT, op);
        }

        private void frame(int kind, String text) throws IOException {
            write(RawStream.frame(kind, text));
        }

        private void write(String latin) throws IOException {
            socket.getOutputStream().write(latin.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        @Override
        public Told next() throws IOException {
            int kind = in.readUnsignedByte();
            while (kind == PING) {
                frame(PONG, new String(content(), StandardCharsets.ISO_8859_1));
                kind = in.readUnsignedByte();
            }
            assertThat(kind).as("a whole text frame").isEqualTo(TEXT);
            JsonNode frame = MAPPER.readTree(content());
            return new Told(
                    frame.get("event").asString(), Told.at(frame.path("id").asString("")), frame.get("data"));
        }

        private byte[] content() throws IOException {
            int length = in.readUnsignedByte();
            var content = new byte
                    [switch (length) {
                        case 126 -> in.readUnsignedShort();
                        case 127 -> Math.toIntExact(in.readLong());
                        default -> length;
                    }];
            in.readFully(content);
            return content;
        }
    }
}
