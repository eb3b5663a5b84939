package dev.parley.bench.peer;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Writes what both protocols of Parley have in common.
final class ParleyRequests {

    private static final String JSON = "Content-Type: application/json\r\n";

    private final String host;
    private final Access access;

    ParleyRequests(InetSocketAddress server, Access access) {
        this.host = "Host: " + server.getHostString() + ":" + server.getPort() + "\r\n";
        this.access = access;
    }

    /// @param headers further ones, each with its line end
    byte[] get(String path, int connection, String headers) {
        return ("GET " + path + " HTTP/1.1\r\n" + host + bearer(access.member(connection)) + headers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    byte[] upgrade(String path, int connection, String headers) {
        return Upgrade.request(path, host + bearer(access.member(connection)) + headers);
    }

    void publish(String room, String text, ByteBuffer request) {
        write("POST /v1/rooms/" + room + "/messages", access.administrator(), "{\"data\":\"" + text + "\"}", request);
    }

    /// A message without anything in it: read, authenticated, parsed and refused.
    void publishNothing(String room, ByteBuffer request) {
        write("POST /v1/rooms/" + room + "/messages", access.administrator(), "{}", request);
    }

    void createRoom(String room, String settings, ByteBuffer request) {
        write("PUT /v1/rooms/" + room, access.administrator(), settings, request);
    }

    void post(String path, String token, String body, ByteBuffer request) {
        write("POST " + path, token, body, request);
    }

    private void write(String line, String token, String body, ByteBuffer request) {
        RequestText.write(line, host + bearer(token) + JSON, body, request);
    }

    private static String bearer(String token) {
        return "Authorization: Bearer " + token + "\r\n";
    }
}
