package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.ServerProcess;
import dev.parley.contract.ServerProcess.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedStartIT {

    @TempDir
    private Path folder;

    private static void assertRefused(Outcome outcome, String... parts) {
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).startsWith("parley: ").contains(parts);
        assertThat(outcome.err().strip().lines()).as(outcome.err()).hasSize(1);
        assertThat(outcome.out()).doesNotContain("Exception", "ERROR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--parley.store=oracle | parley.store=oracle (command line) is not a value of it; choices: memory, sqlite",
                "--parley.stor=memory | did you mean parley.store?",
                "-Dparley.stor=memory | did you mean parley.store?",
                "-Dparley.stage=rooms | parley.store=postgres (stage rooms) needs an address: set parley.postgres.url",
                "--parley.presence=redis | parley.presence=redis (command line) needs nodes that find each other",
                "--parley.auth=jwt | parley.auth.jwt.secret",
                "--parley.store=postgres | parley.postgres.url",
                "--parley.fanout=rooms | parley.fanout=rooms (command line) needs a bus; choices for parley.bus: nats, redis",
                "--parley.registry.fallback=none | parley.registry.fallback=none (command line) is not a value of it; choices: broadcast, cached, reject",
                "--parley.bus=nats | parley.bus=nats (command line) needs a store that all nodes share",
                "--server.address=0.0.0.0 | parley.auth=dev",
                "-Dio.netty.transport.noNative=true --parley.transport=io_uring | parley.transport=io_uring cannot be had",
                "-port | '-port' is not an option",
                "--port=9000 | '--port=9000' is not an option",
                "--parley.rooms.auto-create | is not an option",
                "9000 | '9000' is one word too many",
                "--server.address=192.0.2.1 --parley.auth=jwt --parley.auth.jwt.secret=0123456789abcdef0123456789abcdef"
                        + " | server.address",
            })
    void aConfigurationThatDoesNotStandIsRefusedInOneSentence(String arguments, String part) {
        assertRefused(ServerProcess.call(folder, ("run --server.port=0 " + arguments).split(" ")), part);
    }

    @Test
    void withoutTheCommandRunTokensAreExpected() {
        assertRefused(ServerProcess.call(folder), "parley.auth=jwt (default)", "parley.auth.jwt.secret");
    }

    @Test
    void anUnknownKeyInAFileIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("config"));
        Files.writeString(folder.resolve("config/application.yml"), "parley:\n  rooms:\n    autocreated: true\n");

        assertRefused(ServerProcess.call(folder, "run"), "'parley.rooms.autocreated'", "parley.rooms.auto-create");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");

        assertRefused(
                ServerProcess.call(folder, "run", "--parley.data=" + file.resolve("data")), "parley.data=" + file);
    }

    @Test
    void aPortInUseIsRefused() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    ServerProcess.call(folder, "run", "--server.port=" + taken.getLocalPort()),
                    "Port " + taken.getLocalPort() + " is in use");
        }
    }

    @Test
    void aSecondServerOnTheFolderIsRefused() {
        try (var _ = ServerProcess.start(folder, "run")) {
            assertRefused(
                    ServerProcess.call(folder, "run", "--server.port=0"),
                    folder.resolve("data").toString(),
                    "in use by another Parley server");
        }
    }

    @Test
    void anUnknownCommandIsAnsweredWithTheChoices() {
        assertRefused(
                ServerProcess.call(folder, "start"), "'start'", "run, token, key, new-epoch, copy, rehearse, help");
    }

    @Test
    void helpListsCommandsAndKeys() {
        Outcome help = ServerProcess.call(folder, "help");

        assertThat(help.status()).isZero();
        assertThat(help.out()).contains("token USER", "new-epoch", "parley.access.default-grants");
    }
}
