package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import dev.parley.contract.ServerProcess.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PostgresIT {

    @TempDir
    private Path folder;

    private final String[] options = {
        "--parley.store=postgres",
        "--parley.postgres.url=" + PrivatePostgres.shared().freshDatabase(),
        "--parley.postgres.user=" + PrivatePostgres.shared().user()
    };

    private String[] with(String... command) {
        return Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new);
    }

    @Test
    void keysAreKeptInTheDatabaseAndTheFolderIsNotUsed() throws IOException {
        String token = ServerProcess.call(folder, with("token", "alice")).out().strip();

        try (var one = ServerProcess.start(folder, with("run"));
                var other = ServerProcess.start(folder, with("run", "--parley.accept-shared-store=true"))) {
            var published = new TestClient(one.uri("/"), token).publish("lobby", "1");
            assertThat(published.status()).isEqualTo(201);
            assertThat(new TestClient(other.uri("/"), token).ids("lobby")).containsExactly("1");
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aNewEpochEndsAllPositionsWhileTheServerRuns() throws IOException {
        String token = ServerProcess.call(folder, with("token", "alice")).out().strip();
        try (var server = ServerProcess.start(folder, with("run"))) {
            var alice = new TestClient(server.uri("/"), token);
            JsonNode event = alice.publish("lobby", "1").body();
            String position =
                    event.get("epoch").asString() + ":" + event.get("seq").asLong();

            Outcome raised = ServerProcess.call(folder, with("new-epoch"));

            assertThat(raised.status()).as(raised.err()).isZero();
            assertThat(raised.out()).contains("generation was 1 and is 2 now");
            var answer = alice.get("/v1/rooms/lobby/messages?after=" + position);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.body().get("code").asString()).isEqualTo("epoch-changed");
            assertThat(alice.publish("lobby", "2").body().get("epoch")).isNotEqualTo(event.get("epoch"));
            assertThat(alice.ids("lobby")).containsExactly("1", "2");
        }
    }

    @Test
    void aDatabaseThatIsNotThereIsSaidInOneSentence() {
        Outcome refused = ServerProcess.call(
                folder, "run", "--parley.store=postgres", "--parley.postgres.url=postgresql://127.0.0.1:1/parley");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err().strip())
                .startsWith("parley: ")
                .contains("127.0.0.1:1")
                .doesNotContain("\n");
    }

    @Test
    void besideAServerThatHearsNothingOfItNoOtherStartsUnlessThatIsAccepted() {
        try (var one = ServerProcess.start(folder, with("run"))) {
            Outcome refused = ServerProcess.call(folder, with("run", "--server.port=0"));

            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err().strip())
                    .startsWith("parley: parley.fanout=local: the server at ")
                    .contains(":" + one.port(), "parley.accept-shared-store=true")
                    .doesNotContain("\n");
            one.terminate();
            one.awaitEnd();
        }
        try (var next = ServerProcess.start(folder, with("run"))) {
            assertThat(next.out()).as("the one before has left").doesNotContain("waiting for its lease");
        }
    }

    @Test
    void aServerThatWasKilledStartsAgainAtOnceAndAnotherInItsPlaceOnceItsLeaseIsOver() {
        try (var killed = ServerProcess.start(folder, with("run"))) {
            killed.killHard();
            killed.restart();
            assertThat(killed.out()).doesNotContain("waiting for its lease");
            killed.killHard();
        }
        try (var other = ServerProcess.start(folder, with("run"))) {
            assertThat(other.out()).contains("waiting for its lease");
        }
    }
}
