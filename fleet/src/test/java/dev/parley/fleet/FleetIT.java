package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.RawStream;
import dev.parley.contract.ServerProgram;
import dev.parley.contract.SseParser;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./parley fleet` as people use it, as a process with children of its own.
class FleetIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private Process fleet;
    private List<ProcessHandle> children = List.of();

    /// First on the fleet's PATH.
    private Path programs;

    @BeforeEach
    void makeFolders() throws IOException {
        // PostgreSQL may run as another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        programs = Files.createDirectory(folder.resolve("programs"));
    }

    private void start(String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ServerProgram.FLAGS);
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
        command.add("-Dparley.fleet.server="
                + String.join("\n", ServerProgram.quick().arguments()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.parley.fleet.Fleet"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().merge("PATH", programs.toString(), (path, own) -> own + File.pathSeparator + path);
        fleet = builder.start();
    }

    @AfterEach
    void leaveNothing() {
        fleet.descendants().forEach(ProcessHandle::destroyForcibly);
        children.forEach(ProcessHandle::destroyForcibly);
        fleet.destroyForcibly();
    }

    private String out() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            throw new IllegalStateException("what the fleet said cannot be read", e);
        }
    }

    /// The last thing it said that looks like this.
    private Matcher said(String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        await(pattern).atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            assertThat(fleet.isAlive() || wanted.matcher(out()).find())
                    .as(out())
                    .isTrue();
            return wanted.matcher(out()).find();
        });
        Matcher found = wanted.matcher(out());
        int from = 0;
        for (int next = 0; found.find(next); next = found.end()) {
            from = found.start();
        }
        assertThat(found.find(from)).isTrue();
        return found;
    }

    @Test
    void aFleetOfTwoTalksShowsWhoIsGoneAndLeavesNoProcessBehind() throws Exception {
        start("--nodes", "2", "--stage", "rooms");
        String token = said("Bearer ([^']+)'").group(1);
        Path data = Path.of(said("Logs: (.*)/\\*\\.log").group(1));
        Matcher first = said("node-1 +(\\d+) +ready +(\\d+) +(\\d+) +(\\d+)");
        Matcher second = said("node-2 +(\\d+) +ready");
        Matcher front = said("front +(\\d+) +runs");
        children = fleet.descendants().toList();
        assertThat(children.size()).isGreaterThanOrEqualTo(5);

        try (RawStream reader = read(port(second), token)) {
            publish(port(first), token, "over the bus");
            assertThat(heard(reader)).contains("over the bus");
            publish(port(front), token, "through the front");
            assertThat(heard(reader)).contains("through the front");

            ProcessHandle.of(Long.parseLong(first.group(4))).orElseThrow().destroyForcibly();
            assertThat(Path.of(said("node-1 has ended with status 137; its log: (.*)")
                            .group(1)))
                    .exists();
            said("node-1 +\\d+ +gone, status 137");
            said("node-2 +\\d+ +ready +1 +1 ");
            publish(port(second), token, "alone");
            assertThat(heard(reader)).contains("alone");

            fleet.destroy();
            String rest = reader.rest(Duration.ofSeconds(30));
            assertThat(rest).as("the server drains").contains("event: reconnect");
        }
        assertThat(fleet.waitFor(Duration.ofSeconds(60))).isTrue();
        assertThat(fleet.exitValue()).isEqualTo(128 + 15);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(data).doesNotExist();
        assertThat(out()).contains("nothing is left behind").doesNotContain("was killed");
    }

    @Test
    void aServiceThatNeverListensIsEndedAtOnceWithTheFleet() throws Exception {
        Path nats = Files.writeString(programs.resolve("nats-server"), "#!/bin/sh\nexec sleep 600\n");
        Files.setPosixFilePermissions(nats, PosixFilePermissions.fromString("rwx------"));
        Path data = folder.resolve("data");
        start("--nodes=2", "--data=" + data);
        said("PostgreSQL runs on port");
        Path processes = data.resolve("fleet-" + fleet.pid() + ".pids");
        await().atMost(AT_ONCE)
                .untilAsserted(() ->
                        assertThat(processes).content().containsPattern("\\d+ initdb\n\\d+ postgresql\n\\d+ nats\n"));
        children = Files.readAllLines(processes).stream()
                .flatMap(line -> ProcessHandle.of(Long.parseLong(line.split(" ")[0])).stream())
                .toList();
        assertThat(children).hasSize(2);

        fleet.destroy();
        assertThat(fleet.waitFor(Duration.ofSeconds(20))).isTrue();
        assertThat(fleet.exitValue()).isEqualTo(128 + 15);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(processes).doesNotExist();
        assertThat(out()).doesNotContain("was killed");
    }

    @Test
    void aFleetThatIsStoppedWhileItsServersStartLeavesNothingBehind() throws Exception {
        start("--nodes=2");
        said("starting 2 servers");
        await().atMost(AT_ONCE)
                .until(() -> fleet.descendants()
                        .anyMatch(child -> child.info().arguments().stream()
                                .flatMap(Stream::of)
                                .anyMatch("run"::equals)));
        children = fleet.descendants().toList();
        fleet.destroy();
        assertThat(fleet.waitFor(Duration.ofSeconds(30))).isTrue();
        assertThat(fleet.exitValue()).isEqualTo(128 + 15);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(out()).contains("nothing is left behind").doesNotContain("was killed");
    }

    @Test
    void aPortThatIsTakenIsRefusedBeforeAnythingIsStarted() throws Exception {
        Path data = folder.resolve("data");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start("--port=" + taken.getLocalPort(), "--data=" + data);
            assertThat(fleet.waitFor(Duration.ofSeconds(30))).isTrue();
            assertThat(fleet.exitValue()).isEqualTo(1);
            assertThat(out().strip())
                    .isEqualTo("parley: Port " + taken.getLocalPort()
                            + " is taken by somebody else; name another one with --port.");
            assertThat(data).doesNotExist();
        }
    }

    @Test
    void aStageThatThereIsNotIsRefusedInOneSentence() throws Exception {
        start("--stage=galaxy");
        assertThat(fleet.waitFor(Duration.ofSeconds(30))).isTrue();
        assertThat(fleet.exitValue()).isEqualTo(1);
        assertThat(out().strip())
                .startsWith("parley: --stage=galaxy is not a stage")
                .doesNotContain("\n");
    }

    private static int port(Matcher found) {
        return Integer.parseInt(found.group(1));
    }

    private static RawStream read(int port, String token) throws IOException {
        // The room is made by publishing, so there is something to read on from.
        publish(port, token, "first");
        RawStream stream =
                RawStream.open(port, RawStream.get("/v1/rooms/lobby/events", "Authorization: Bearer " + token));
        assertThat(stream.status()).isEqualTo(200);
        assertThat(stream.next(AT_ONCE).event()).isEqualTo("hello");
        return stream;
    }

    private static String heard(RawStream stream) throws IOException {
        SseParser.Message message = stream.next(AT_ONCE);
        while (message != null && !message.event().equals("message")) {
            message = stream.next(AT_ONCE);
        }
        assertThat(message).isNotNull();
        return message.data();
    }

    private static void publish(int port, String token, String text) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/rooms/lobby/messages"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .timeout(AT_ONCE)
                .POST(BodyPublishers.ofString("{\"data\":{\"text\":\"" + text + "\"}}"))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        } catch (IOException e) {
            throw new IllegalStateException("not published", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
