package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class StartOutputIT {

    @TempDir
    private static Path folder;

    private static final Duration FIRST_ANSWER_WITHIN = Duration.ofSeconds(15);

    private static ServerProcess server;
    private static String out;
    private static Duration firstAnswer;
    private static Duration computed;

    @BeforeAll
    static void start() {
        long begin = System.nanoTime();
        server = ServerProcess.startAsPeopleDo(folder, "run");
        firstAnswer = Duration.ofNanos(System.nanoTime() - begin);
        computed = ProcessHandle.of(server.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(firstAnswer);
        await().atMost(Duration.ofSeconds(10)).until(() -> server.out().contains("/docs"));
        out = server.out();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theFirstAnswerComesSoon() {
        System.out.println("first answer of the runnable jar after " + firstAnswer.toMillis() + " ms, "
                + computed.toMillis() + " ms of processor time");
        assertThat(others() ? computed.dividedBy(2) : firstAnswer).isLessThan(FIRST_ANSWER_WITHIN);
    }

    /// Whether more wants to run than the machine has processors for. Then a start says little by how
    /// long it takes, and what counts is what two of them would need for what it computes.
    private static boolean others() {
        var machine = ManagementFactory.getOperatingSystemMXBean();
        return machine.getSystemLoadAverage() > 2 * machine.getAvailableProcessors();
    }

    @Test
    void whatIsKeptIsTheOwnersAlone() throws IOException {
        Path data = folder.resolve("data");
        assertThat(permissions(data)).isEqualTo("rwx------");
        try (var files = Files.list(data)) {
            assertThat(files.toList())
                    .extracting(file -> file.getFileName() + " " + permissions(file))
                    .contains(
                            "lock rw-------",
                            "parley.db rw-------",
                            "parley.db-wal rw-------",
                            "signing-keys rw-------")
                    .allMatch(file -> file.endsWith(" rw-------"));
        }
        assertThat(out).doesNotContain("chmod");
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachPrintedCurlLineWorksByItself() throws Exception {
        List<String> lines =
                out.lines().filter(line -> line.startsWith("curl ")).toList();

        assertThat(lines).hasSize(4);
        JsonNode token = TestClient.json(run(lines.get(0)));
        JsonNode published = TestClient.json(run(lines.get(1)));
        JsonNode history = TestClient.json(run(lines.get(2)));
        assertThat(token.get("token").asString()).isNotBlank();
        assertThat(published.get("room").asString()).isEqualTo("lobby");
        assertThat(published.get("sender").asString()).isEqualTo("alice");
        assertThat(published.get("seq").asLong()).isEqualTo(1);
        assertThat(history.get("items")).hasSize(1);
        assertThat(history.get("items").get(0)).isEqualTo(published);
        assertShows(lines.get(3), "event: hello");
        var bob = new TestClient(server.uri("/"), token.get("token").asString());
        assertThat(bob.get("/v1/rooms/lobby").body().get("kind").asString()).isEqualTo("durable");
    }

    /// Looks for a line in what a command says that does not end by itself.
    private static void assertShows(String command, String line) throws IOException {
        Process bash = new ProcessBuilder("bash", "-c", "exec " + command + " --max-time 30").start();
        try (var said = bash.inputReader()) {
            assertThat(said.lines().anyMatch(line::equals)).as(command).isTrue();
        } finally {
            bash.destroy();
        }
    }

    private static String run(String line) throws IOException, InterruptedException {
        Path answer = Files.createTempFile(folder, "answer", ".json");
        Process bash = new ProcessBuilder("bash", "-c", line)
                .redirectOutput(answer.toFile())
                .start();
        assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(bash.exitValue()).as(line).isZero();
        return Files.readString(answer);
    }

    @Test
    void theOutputSaysWhereTheServerIsAndWhereTheDataAre() {
        assertThat(out)
                .contains("Parley is ready: http://127.0.0.1:" + server.port())
                .contains(folder.resolve("data").toString());
    }

    @Test
    void theConfigurationInForceIsLoggedWithOrigins() {
        assertThat(out)
                .contains("parley.store=sqlite (stage single)")
                .contains("parley.rooms.auto-create=true (dev mode)")
                .contains("parley.data=./data (default)");
    }

    @Test
    void everyMeterIsInTheManual() throws Exception {
        String manual = Files.readString(Path.of("../docs/operations.md"));
        List<String> meters = run("curl -s " + server.uri("/metrics"))
                .lines()
                .filter(line -> line.startsWith("# TYPE parley_"))
                .map(line -> line.split(" ")[2])
                .filter(name -> !name.endsWith("_max"))
                .toList();

        assertThat(meters).contains("parley_appends_total", "parley_append_commit_seconds", "parley_offload_calls");
        assertThat(meters).allSatisfy(name -> assertThat(manual).contains("`" + name));
    }

    @Test
    void everyLogLineIsOneEvent() {
        String log = out.substring(0, out.indexOf("Parley is ready")).strip();

        assertThat(log.lines()).allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+ (INFO |WARN |ERROR) .+"));
        assertThat(log.lines())
                .as("a line for each key that has a value, and a few more")
                .hasSizeLessThan(30);
    }
}
