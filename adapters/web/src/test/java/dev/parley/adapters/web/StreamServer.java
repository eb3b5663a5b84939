package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import dev.parley.kernel.RoomId;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A server for tests of streams, which lie in packages of their own.
public final class StreamServer implements AutoCloseable {

    private final TestServer server;
    private final String admin;

    private StreamServer(TestServer server) {
        this.server = server;
        this.admin = server.admin();
    }

    public static StreamServer start(String... properties) {
        return new StreamServer(TestServer.dev(properties));
    }

    public int port() {
        return server.port();
    }

    public <T> T bean(Class<T> type) {
        return server.bean(type);
    }

    /// The server's ends of all connections that are open.
    public java.util.Collection<io.netty.channel.Channel> connections() {
        return List.copyOf(server.bean(TestApplication.OpenChannels.class).channels());
    }

    public String token(String user) {
        return server.token(user);
    }

    /// Of an administrator.
    public String admin() {
        return admin;
    }

    public String reader(String user, String... rooms) {
        var grants = new java.util.HashMap<String, Set<Permission>>();
        for (String room : rooms) {
            grants.put(room, Set.of(Permission.SUBSCRIBE));
        }
        return server.token(user, null, false, Map.copyOf(grants));
    }

    public String ticket(String token, String room) {
        var answer = server.post(token, "/v1/stream-tickets", "{\"rooms\":[\"" + room + "\"]}");
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json().get("ticket").asString();
    }

    /// @param settings as members of a JSON object
    public void room(String room, String settings) {
        assertThat(server.send("PUT", admin, "/v1/rooms/" + room, "{" + settings + "}")
                        .status())
                .isBetween(200, 201);
    }

    public void destroy(String room) {
        assertThat(server.send("DELETE", admin, "/v1/rooms/" + room, "").status())
                .isEqualTo(204);
    }

    public JsonNode publish(String room, String body, String... headers) {
        return publishAs(admin, room, body, headers);
    }

    public JsonNode publishAs(String token, String room, String body, String... headers) {
        var answer = server.post(token, "/v1/rooms/" + room + "/messages", body, headers);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
        return answer.json();
    }

    /// Texts 1 … count.
    public void fill(String room, int count) {
        for (int from = 1; from <= count; from += 500) {
            var batch = new StringBuilder("{\"messages\":[");
            for (int i = from; i < Math.min(count + 1, from + 500); i++) {
                batch.append(i == from ? "" : ",")
                        .append("{\"data\":")
                        .append(i)
                        .append('}');
            }
            var answer = server.post(
                    admin,
                    "/v1/rooms/" + room + "/messages/batch",
                    batch.append("]}").toString());
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        }
    }

    /// So many messages from this number on, as values of so many keys.
    public void keyed(String room, int from, int count, int keys, String text) {
        String messages = java.util.stream.IntStream.range(from, from + count)
                .mapToObj(i -> "{\"key\":\"key" + i % keys + "\",\"data\":\"" + text + "\"}")
                .collect(java.util.stream.Collectors.joining(","));
        var answer = server.post(admin, "/v1/rooms/" + room + "/messages/batch", "{\"messages\":[" + messages + "]}");
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    }

    /// So many messages with the same data.
    public void batch(String room, int count, String data) {
        String one = "{\"data\":" + data + "}";
        String body = "{\"messages\":[" + String.join(",", java.util.Collections.nCopies(count, one)) + "]}";
        var answer = server.post(admin, "/v1/rooms/" + room + "/messages/batch", body);
        assertThat(answer.status()).isEqualTo(200);
    }

    /// @param name with the blank that ends it
    public double metric(String name) {
        return server.get(admin, "/metrics")
                .response()
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    /// The door to the store, with a counter.
    public interface WatchedOffload extends dev.parley.kernel.Offload {

        /// Calls under way.
        int underWay();

        /// Calls begun so far.
        long begun();
    }

    public void trim(String room) {
        RoomLog log = server.bean(RoomLog.class);
        while (log.trim(new RoomId(room), 500) > 0) {
            // Until nothing is left to trim.
        }
    }

    public String epoch(String room) {
        return get("/v1/rooms/" + room).get("epoch").asString();
    }

    public long head(String room) {
        return get("/v1/rooms/" + room).get("head").asLong();
    }

    public JsonNode get(String path) {
        var answer = server.get(admin, path);
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    @Override
    public void close() {
        server.close();
    }
}
