package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.ServerProcess;
import dev.parley.contract.ServerProcess.Outcome;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CommandsIT {

    private static final String SECRET = "--parley.auth.jwt.secret=0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    private String token(String... arguments) {
        Outcome made = ServerProcess.call(
                folder, Stream.concat(Stream.of("token"), Stream.of(arguments)).toArray(String[]::new));
        assertThat(made.status()).as(made.err()).isZero();
        assertThat(made.out().lines()).hasSize(1);
        return made.out().strip();
    }

    private static JsonNode claims(String token) {
        return TestClient.json(new String(Base64.getUrlDecoder().decode(token.split("\\.")[1])));
    }

    @Test
    void aTokenMadeWhileTheServerRunsIsGoodAndSoIsOneMadeBefore() throws IOException {
        String before = token("alice");

        try (var server = ServerProcess.start(folder, "run")) {
            String during =
                    token("bob", "--name=Bob", "--ttl=90s", "--room=team-*:subscribe,publish", "--room=x:manage");

            assertThat(new TestClient(server.uri("/"), before)
                            .publish("lobby", "1")
                            .status())
                    .isEqualTo(201);
            var published = new TestClient(server.uri("/"), during).publish("lobby", "2");
            assertThat(published.status()).isEqualTo(201);
            assertThat(published.body().get("senderName").asString()).isEqualTo("Bob");
            JsonNode claims = claims(during);
            assertThat(claims.get("exp").asLong() - claims.get("iat").asLong()).isEqualTo(90);
            assertThat(claims.get("rooms"))
                    .isEqualTo(TestClient.json("{\"team-*\":[\"subscribe\",\"publish\"],\"x\":[\"manage\"]}"));
        }
    }

    @Test
    void withASecretTheTokenIsWhatThatServerAsksFor() throws IOException {
        List<String> options = List.of(
                SECRET,
                "--parley.auth.jwt.user-claim=login",
                "--parley.auth.jwt.issuer=us",
                "--parley.auth.jwt.audience=chat",
                "--parley.store=memory");
        String admin = token(
                Stream.concat(Stream.of("root", "--admin"), options.stream()).toArray(String[]::new));
        String nobody =
                token(Stream.concat(Stream.of("nobody"), options.stream()).toArray(String[]::new));

        try (var server = ServerProcess.start(folder, options.toArray(String[]::new))) {
            var root = new TestClient(server.uri("/"), admin);
            assertThat(root.get("/v1/rooms").status()).isEqualTo(200);
            assertThat(root.publish("lobby", "1").status())
                    .as("rooms are not created by publishing")
                    .isEqualTo(404);
            assertThat(new TestClient(server.uri("/"), nobody)
                            .get("/v1/rooms/lobby")
                            .status())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--admin | USER is missing",
                "a b | 'b' is one word too many",
                "me | 'me' is not a user",
                "alice --ttl=soon | --ttl=soon is not a lifetime",
                "alice --ttl=366d | at most 365d",
                "alice --room=lobby | 'lobby' is not written like",
                "alice --room=lobby:fly | 'fly' is not a permission",
                "alice --owner | '--owner' is not an option",
                "alice --parley.store=oracle | parley.store=oracle",
            })
    void aTokenThatCannotBeMadeIsRefusedInOneSentence(String arguments, String part) {
        Outcome outcome = ServerProcess.call(folder, ("token " + arguments).split(" "));

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().strip()).startsWith("parley: ").contains(part).doesNotContain("\n");
    }

    @Test
    void aKeyMadeBesideARunningServerIsGoodUntilItIsTakenBack() throws Exception {
        try (var server = ServerProcess.start(folder, "run")) {
            Outcome made = ServerProcess.call(folder, "key", "billing", "--grants=lobby:publish,subscribe");
            assertThat(made.status()).as(made.err()).isZero();
            String key = made.out().strip();
            assertThat(key).matches("parley_[A-Za-z0-9_-]{43}");

            assertThat(publish(server, key, "{\"data\":1,\"sender\":\"alice\"}"))
                    .isEqualTo("201 alice");
            assertThat(publish(server, key, "{\"data\":2}")).isEqualTo("201 billing");
            Outcome again = ServerProcess.call(folder, "key", "billing");
            assertThat(again.status()).isEqualTo(1);
            assertThat(again.err()).contains("There is a key 'billing' already").doesNotContain(key);

            Outcome revoked = ServerProcess.call(folder, "key", "billing", "--revoke");
            assertThat(revoked.status()).as(revoked.err()).isZero();
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() ->
                            assertThat(publish(server, key, "{\"data\":3}")).isEqualTo("401 invalid-key"));
            assertThat(ServerProcess.call(folder, "key", "billing", "--revoke").err())
                    .contains("There is no key 'billing'");
            Outcome renewed = ServerProcess.call(folder, "key", "billing", "--grants=lobby:publish");
            assertThat(renewed.status()).as(renewed.err()).isZero();
            assertThat(renewed.out().strip()).isNotEqualTo(key);
            assertThat(publish(server, renewed.out().strip(), "{\"data\":4}")).isEqualTo("201 billing");
            assertThat(publish(server, key, "{\"data\":5}")).isEqualTo("401 invalid-key");
        }
    }

    /// The status, and who published or why nobody did.
    private static String publish(ServerProcess server, String key, String body) throws Exception {
        var request = HttpRequest.newBuilder(server.uri("/v1/rooms/lobby/messages"))
                .header("X-API-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode json = TestClient.json(answer.body());
            return answer.statusCode() + " "
                    + json.path("sender").asString(json.path("code").asString(""));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--admin | NAME is missing",
                "me | 'me' cannot name a key",
                "billing --grants=lobby | 'lobby' is not written like",
                "billing --revoke --admin | goes with no other option",
                "billing --revoke | There is no key 'billing'",
                "billing --parley.store=memory | where no command reaches them",
            })
    void aKeyThatCannotBeMadeIsRefusedInOneSentence(String arguments, String part) {
        Outcome outcome = ServerProcess.call(folder, ("key " + arguments).split(" "));

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().strip()).startsWith("parley: ").contains(part).doesNotContain("\n");
    }

    @Test
    void aNewEpochEndsAllPositions() throws IOException {
        String token = token("alice");
        String position;
        try (var server = ServerProcess.start(folder, "run")) {
            var alice = new TestClient(server.uri("/"), token);
            JsonNode event = alice.publish("lobby", "1").body();
            position = event.get("epoch").asString() + ":" + event.get("seq").asLong();
            assertThat(alice.get("/v1/rooms/lobby/messages?after=" + position).status())
                    .isEqualTo(200);

            Outcome refused = ServerProcess.call(folder, "new-epoch");

            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("in use by another Parley server")
                    .doesNotContain("\n\n", "\tat ");
            assertThat(alice.get("/v1/rooms/lobby/messages?after=" + position).status())
                    .isEqualTo(200);
        }

        Outcome raised = ServerProcess.call(folder, "new-epoch");

        assertThat(raised.status()).as(raised.err()).isZero();
        assertThat(raised.out()).contains("generation was 1 and is 2 now");
        try (var server = ServerProcess.start(folder, "run")) {
            var alice = new TestClient(server.uri("/"), token);
            var answer = alice.get("/v1/rooms/lobby/messages?after=" + position);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.body().get("code").asString()).isEqualTo("epoch-changed");
            assertThat(alice.ids("lobby")).containsExactly("1");
        }
    }

    @ParameterizedTest
    @CsvSource({"--parley.store=memory, new epoch at each start", "--parley.data=elsewhere, There is no store in"})
    void aNewEpochNeedsAStore(String option, String part) {
        Outcome outcome = ServerProcess.call(folder, "new-epoch", option);

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err().strip()).startsWith("parley: ").contains(part).doesNotContain("\n");
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void aRehearsalUsesAServerOfItsOwnAndLeavesNothingBehind() {
        Outcome rehearsed = ServerProcess.call(folder, "rehearse", "-Djava.io.tmpdir=" + folder);

        assertThat(rehearsed.status()).as(rehearsed.err()).isZero();
        assertThat(rehearsed.out()).contains("Parley is ready");
        assertThat(folder.toFile().list((_, name) -> name.startsWith("parley-rehearsal")))
                .isEmpty();
    }
}
