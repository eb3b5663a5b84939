package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartIT {

    @TempDir
    private Path folder;

    @Test
    void aFolderThatOthersCanReadIsUsedWithOneWarning() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));

        try (var server = ServerProcess.start(folder, "run")) {
            assertThat(server.out().lines().filter(line -> line.contains("data folder")))
                    .singleElement()
                    .asString()
                    .contains(" WARN ", data.toRealPath().toString(), "chmod 700");
        }
    }

    @Test
    void afterAKillTokensAndMessagesAndPositionsAreStillGood() throws IOException {
        String token = ServerProcess.call(folder, "token", "alice").out().strip();
        try (var server = ServerProcess.start(folder, "run")) {
            var alice = new TestClient(server.uri("/"), token);
            var first = alice.publish("lobby", "1");

            server.killHard();
            server.restart();

            var repeated = alice.publish("lobby", "1");
            assertThat(repeated.status()).isEqualTo(200);
            assertThat(repeated.body().get("duplicate").asBoolean()).isTrue();
            assertThat(repeated.body().get("epoch")).isEqualTo(first.body().get("epoch"));
            assertThat(repeated.body().get("seq")).isEqualTo(first.body().get("seq"));
            assertThat(alice.publish("lobby", "2").body().get("seq").asLong()).isEqualTo(2);
            assertThat(alice.ids("lobby")).containsExactly("1", "2");
        }
    }
}
