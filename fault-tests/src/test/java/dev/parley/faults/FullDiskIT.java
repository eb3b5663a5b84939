package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.ServerProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The disk below the embedded store is full for a while.
class FullDiskIT {

    private static final int SMALL_MIB = 4;
    private static final int LARGE_MIB = 64;

    /// Several pages of the file each, so that none slips into what is left of the last one.
    private static final int DATA_CHARACTERS = 12_000;

    private static final int MORE_THAN_FIT = SMALL_MIB * 1_048_576 / DATA_CHARACTERS;

    private static final Answer REFUSED = new Answer.Refused(503, "store-unavailable");

    /// The deadline came while the server was trying once more.
    private static final Answer CUT_SHORT = new Answer.Unknown("503 outcome-unknown");

    @TempDir
    Path folder;

    private final History history = new History();
    private int published;

    @Test
    void publishesAreRefusedReadsGoOnAndNothingAcknowledgedIsLost() throws Exception {
        Assumptions.assumeTrue(SmallDisk.possible(), "only root may make a disk small");
        Path data = Files.createDirectory(folder.resolve("data"));
        try (var disk = SmallDisk.mount(data, SMALL_MIB);
                var server = ServerProcess.start(folder, Options.sqlite());
                var client = new Client(Duration.ofSeconds(15))) {
            Message refused = fill(client, server.uri("/"));
            assertRefusedAgain(client, server.uri("/"), refused);
            assertEverythingCanBeRead(client, server.uri("/"));
            assertDegraded(client, server.uri("/"));

            disk.resize(LARGE_MIB);
            assertThat(publish(client, server.uri("/"), refused)).isInstanceOf(Answer.Ok.class);
            for (int i = 0; i < 10; i++) {
                assertThat(publish(client, server.uri("/"), next())).isInstanceOf(Answer.Ok.class);
            }
            LogCheck.assertSound("full-disk", history, StoredLog.ofSqlite(SqliteScene.file(folder)));

            server.killHard();
            server.restart();
            assertThat(publish(client, server.uri("/"), next())).isInstanceOf(Answer.Ok.class);
            LogCheck.assertSound("full-disk-restarted", history, StoredLog.ofSqlite(SqliteScene.file(folder)));
        }
    }

    /// Returns the first message for which there is no space.
    private Message fill(Client client, URI server) throws InterruptedException {
        while (published < MORE_THAN_FIT) {
            Message message = next();
            if (!(publish(client, server, message) instanceof Answer.Ok)) {
                return message;
            }
        }
        throw new AssertionError(published + " messages fitted");
    }

    private void assertRefusedAgain(Client client, URI server, Message message) throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(publish(client, server, message)).isIn(REFUSED, CUT_SHORT);
        }
        assertThat(client.exchange(server, message).headers().firstValue("Retry-After"))
                .isPresent();
    }

    private void assertEverythingCanBeRead(Client client, URI server) throws Exception {
        for (History.Entry entry : history.entries()) {
            if (entry instanceof History.Answered answered && answered.answer() instanceof Answer.Ok ok) {
                var read = client.send(server, "reader", "GET", "/v1/rooms/lobby/messages/" + ok.seq(), "");
                assertThat(read.statusCode()).isEqualTo(200);
                assertThat(Client.json(read).get("data").toString())
                        .isEqualTo(answered.message().data());
            }
        }
    }

    private static void assertDegraded(Client client, URI server) throws Exception {
        var ready = client.send(server, "reader", "GET", "/readyz", "");
        assertThat(ready.statusCode()).isEqualTo(200);
        JsonNode body = Client.json(ready);
        assertThat(body.get("status").asString()).isEqualTo("degraded");
        Set<String> reasons =
                body.get("reasons").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
        assertThat(reasons).containsExactly("appends-failing");
    }

    private Message next() {
        int number = ++published;
        return new Message("lobby", "writer", "m" + number, "\"" + number + "x".repeat(DATA_CHARACTERS) + "\"");
    }

    private Answer publish(Client client, URI server, Message message) throws InterruptedException {
        history.asked(message, 0);
        Answer answer = client.publish(server, message);
        history.answered(message, 0, answer);
        return answer;
    }
}
