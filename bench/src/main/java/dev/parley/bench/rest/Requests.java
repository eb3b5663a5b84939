package dev.parley.bench.rest;

import dev.parley.bench.load.Rooms;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes requests as an application's HTTP client would, from parts that are made once.
final class Requests {

    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Rooms rooms;
    /// From the version to the length's value, by connection.
    private final List<byte[]> heads;

    /// @param tokens by connection
    Requests(Rooms rooms, InetSocketAddress server, List<String> tokens) {
        this.rooms = rooms;
        this.heads = tokens.stream()
                .map(token -> (" HTTP/1.1\r\nHost: 127.0.0.1:" + server.getPort() + "\r\nAuthorization: Bearer " + token
                                + "\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ")
                        .getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /// @param line method and address
    void write(String line, String body, int connection, ByteBuffer request) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        request.put(line.getBytes(StandardCharsets.US_ASCII))
                .put(heads.get(connection))
                .put(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII))
                .put(END_OF_HEAD)
                .put(bytes);
    }

    /// Message n, posted to its room.
    void writeMessage(int n, String what, int connection, ByteBuffer request) {
        String body = "{\"clientMsgId\":\"" + n + "\",\"type\":\"text\",\"data\":" + rooms.data(n) + "}";
        write("POST /v1/rooms/" + rooms.room(n) + "/" + what, body, connection, request);
    }
}
