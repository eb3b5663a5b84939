package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PrivateNats;
import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A room with a limit, flooded by writers on all nodes of a fleet at once: the limit is the room's, not a node's.
class RoomLimitIT {

    private static final int NODES = 3;
    private static final int WRITERS = 6;
    private static final int PER_SECOND = 100;

    /// What the bucket holds: 200 ms of the limit.
    private static final int DEPTH = PER_SECOND / 5;

    private static final int BATCH = 20;
    private static final Duration LENGTH = Duration.ofSeconds(8);
    private static final String ROOM = "/v1/rooms/stage";

    @TempDir
    Path folder;

    private final Client client = new Client(Duration.ofSeconds(10));

    /// How often each status was answered to a message of the flood.
    private Map<Integer, Integer> flood(ServerProcess server, String user, long until) throws Exception {
        String message = "{\"data\":{}}";
        String body = IntStream.range(0, BATCH)
                .mapToObj(_ -> message)
                .collect(Collectors.joining(",", "{\"messages\":[", "]}"));
        Map<Integer, Integer> statuses = new HashMap<>();
        while (System.nanoTime() < until) {
            HttpResponse<String> answer = client.send(server.uri("/"), user, "POST", ROOM + "/messages/batch", body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            for (JsonNode result : Client.json(answer).path("results")) {
                statuses.merge(result.path("status").asInt(), 1, Integer::sum);
            }
        }
        return statuses;
    }

    private Map<Integer, Integer> floodAll(List<ServerProcess> servers) throws Exception {
        long until = System.nanoTime() + LENGTH.toNanos();
        Map<Integer, Integer> all = new HashMap<>();
        try (var writers = Executors.newFixedThreadPool(WRITERS)) {
            List<Callable<Map<Integer, Integer>>> floods = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                ServerProcess server = servers.get(i % NODES);
                String user = "writer-" + i;
                floods.add(() -> flood(server, user, until));
            }
            for (Future<Map<Integer, Integer>> flood : writers.invokeAll(floods)) {
                flood.get().forEach((status, count) -> all.merge(status, count, Integer::sum));
            }
        }
        return all;
    }

    @Test
    void threeNodesTogetherTakeWhatTheRoomTakes() throws Exception {
        PrivatePostgres postgres = PrivatePostgres.shared();
        String database = postgres.freshDatabase();
        List<ServerProcess> servers = new ArrayList<>();
        try (var nats = PrivateNats.start();
                client) {
            String[] options = Options.postgres(
                    database,
                    postgres.user(),
                    "--parley.bus=nats",
                    "--parley.nats.url=" + nats.url(),
                    "--parley.fanout=rooms",
                    "--parley.presence=sql",
                    "--parley.nodes=sql");
            for (int i = 0; i < NODES; i++) {
                servers.add(ServerProcess.launch(Files.createDirectory(folder.resolve("node-" + i)), options));
            }
            servers.forEach(ServerProcess::awaitReady);
            String settings = "{\"kind\":\"durable\",\"inboundPerSecond\":" + PER_SECOND + "}";
            assertThat(client.send(servers.getFirst().uri("/"), "anna", "PUT", ROOM, settings)
                            .statusCode())
                    .isEqualTo(201);

            Map<Integer, Integer> statuses = floodAll(servers);

            List<StoredLog.Row> rows = StoredLog.ofPostgres(database, postgres.user()).rows().stream()
                    .filter(row -> !row.system())
                    .toList();
            System.out.println("a limit of " + PER_SECOND + " a second on " + NODES + " nodes: " + statuses + ", "
                    + rows.size() + " in the log within "
                    + (rows.getLast().ts() - rows.getFirst().ts()) + " ms");
            assertThat(statuses).containsOnlyKeys(201, 429);
            assertThat(statuses.get(201)).isEqualTo(rows.size());
            assertThat(statuses.get(429)).isGreaterThan(rows.size());
            assertThat(excess(rows))
                    .as("messages beyond the limit, in any stretch of time")
                    .isLessThanOrEqualTo(1);
            assertThat(rows.size()).as("the limit is used").isGreaterThan((int)
                    (0.9 * PER_SECOND * LENGTH.toSeconds()));
        } finally {
            servers.forEach(ServerProcess::close);
        }
    }

    /// The most by which a stretch of the log has more than the bucket's depth and what came into it meanwhile.
    private static double excess(List<StoredLog.Row> rows) {
        double most = Double.NEGATIVE_INFINITY;
        double floor = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rows.size(); i++) {
            double due = rows.get(i).ts() * PER_SECOND / 1_000.0;
            floor = Math.min(floor, i - due);
            most = Math.max(most, i - due - floor + 1 - DEPTH);
        }
        return most;
    }
}
