package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.RawStream;
import dev.parley.contract.ServerProcess;
import dev.parley.contract.ServerProcess.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopIT {

    private static final int WRITERS = 16;
    private static final int READERS = 400;

    @TempDir
    private Path folder;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    @Test
    void whatWasUnderWayAtTheEndIsAcknowledgedAndInTheLogOrRefused() throws IOException {
        String token = ServerProcess.call(folder, "token", "alice").out().strip();
        try (var server = ServerProcess.start(folder, "run")) {
            Outcome ended;
            Duration took;
            try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int writer = 0; writer < WRITERS; writer++) {
                    String name = "w" + writer;
                    writers.execute(() -> write(new TestClient(server.uri("/"), token), name));
                }
                await().atMost(Duration.ofSeconds(60)).until(() -> acknowledged.size() > 200);
                long begin = System.nanoTime();
                server.terminate();
                ended = server.awaitEnd();
                took = Duration.ofNanos(System.nanoTime() - begin);
            }

            assertThat(ended.status()).isEqualTo(128 + 15);
            assertThat(took).isLessThan(Duration.ofSeconds(10));
            assertThat(ended.out()).doesNotContain("ERROR");
            server.restart();
            List<String> log = new TestClient(server.uri("/"), token).ids("lobby");
            assertThat(log).doesNotHaveDuplicates().containsAll(acknowledged).doesNotContainAnyElementsOf(refused);
            assertThat(log).as("committed without an answer").doesNotContainAnyElementsOf(unanswered);
        }
    }

    @Test
    void openStreamsAndSocketsAreSentAwayAndDoNotHoldUpTheEnd() throws IOException {
        String token = ServerProcess.call(folder, "token", "alice").out().strip();
        try (var server = ServerProcess.start(folder, "run")) {
            new TestClient(server.uri("/"), token).publish("lobby", "first");
            List<RawStream> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(RawStream.open(server.port(), i % 2 == 0 ? stream(token) : socket(token)));
            }
            long begin = System.nanoTime();
            server.terminate();
            assertThat(server.awaitEnd().status()).isEqualTo(128 + 15);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
            for (RawStream reader : readers) {
                String said = reader.rest(Duration.ofSeconds(5));
                assertThat(said).contains(reader.status() == 101 ? "\"event\":\"reconnect\"" : "event: reconnect");
                reader.close();
            }
        }
    }

    private static String stream(String token) {
        return RawStream.get("/v1/rooms/lobby/events", "Authorization: Bearer " + token);
    }

    private static String socket(String token) {
        return RawStream.upgrade("/v1/socket", "Authorization: Bearer " + token);
    }

    /// Publishes one message after the other until one is not acknowledged.
    private void write(TestClient client, String name) {
        for (int i = 0; ; i++) {
            String id = name + "-" + i;
            try {
                int status = client.publish("lobby", id).status();
                if (status != 201) {
                    assertThat(status).isEqualTo(503);
                    refused.add(id);
                    return;
                }
                acknowledged.add(id);
            } catch (IOException _) {
                unanswered.add(id);
                return;
            }
        }
    }
}
