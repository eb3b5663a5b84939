package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class ProblemsTest {

    private static TestServer server;
    private static String alice;

    @BeforeAll
    static void start() {
        server = TestServer.dev();
        alice = server.token("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aProblemHasAllItsMembersAndAPageBehindItsType() {
        var answer = server.get(alice, "/v1/rooms/nowhere");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        var problem = answer.json();
        String trace = problem.get("traceId").asString();
        assertThat(trace).matches("[0-9a-f]{32}");
        assertThat(problem.get("type").asString())
                .isEqualTo("http://127.0.0.1:" + server.port() + "/problems/room-not-found");
        assertThat(problem.get("title").asString()).isEqualTo(ProblemCode.ROOM_NOT_FOUND.title());
        assertThat(problem.get("status").asInt()).isEqualTo(404);
        assertThat(problem.get("code").asString()).isEqualTo("room-not-found");
        assertThat(problem.get("retryable").asBoolean()).isFalse();
        assertThat(problem.get("detail").asString()).isNotBlank();
        assertThat(problem.get("instance").asString().replace("-", "")).isEqualTo("urn:uuid:" + trace);
        assertThat(server.get(null, "/problems/room-not-found").status()).isEqualTo(200);
    }

    @Test
    void theCallersTraceIsKeptIfItIsOne() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        assertThat(traceOf("00-" + trace + "-00f067aa0ba902b7-01")).isEqualTo(trace);
        for (String bad : List.of(
                "00-" + trace.toUpperCase(java.util.Locale.ROOT) + "-00f067aa0ba902b7-01",
                "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01",
                "00-" + trace + "-0000000000000000-01",
                "ff-" + trace + "-00f067aa0ba902b7-01",
                "x")) {
            assertThat(traceOf(bad)).matches("[0-9a-f]{32}").isNotEqualTo(trace);
        }
    }

    private static String traceOf(String traceparent) {
        return server.get(alice, "/v1/rooms/nowhere", "traceparent", traceparent)
                .json()
                .get("traceId")
                .asString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nowhere",
                "/v1/nowhere",
                "/v1/rooms/a/b",
                "/v1/rooms/",
                "/v1/rooms/a/messages/",
                "//v1/rooms",
                "/V1/rooms",
                "/v1;x=1/rooms/a",
                "/v1/rooms/a;b=c",
                "/actuator/health",
                "/webjars/swagger-ui/5.32.11/index.html",
                "/problems/nothing",
                "/docs/../livez",
                "/docs/nothing.js",
                "/docs/..%2f..%2fMETA-INF%2fMANIFEST.MF"
            })
    void anUnknownAddressIsAProblemToo(String path) {
        var answer = server.get(alice, path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.code()).isEqualTo("not-found");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE|/v1/rooms|GET, OPTIONS, HEAD",
                "POST|/v1/rooms/a|DELETE, GET, PATCH, PUT, OPTIONS, HEAD",
                "PUT|/v1/rooms/a/messages|GET, POST, OPTIONS, HEAD",
                "GET|/v1/rooms/a/messages/batch|POST, OPTIONS",
                "POST|/v1/rooms/a/messages/1|DELETE, GET, PATCH, OPTIONS, HEAD",
                "POST|/livez|GET, OPTIONS, HEAD",
                "BREW|/v1/rooms/a|DELETE, GET, PATCH, PUT, OPTIONS, HEAD",
                "TRACE|/|GET, OPTIONS, HEAD",
            })
    void aWrongMethodIsToldTheRightOnes(String method, String path, String allow) {
        var answer = server.send(method, alice, path, "");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.code()).isEqualTo("method-not-allowed");
        assertThat(answer.header("Allow")).isEqualTo(allow);
        var options = server.send("OPTIONS", null, path, "");
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.header("Allow")).isEqualTo(allow);
    }

    @Test
    void headIsGetWithoutTheBody() {
        server.send("PUT", alice, "/v1/rooms/head", "{}");
        for (String path :
                List.of("/v1/rooms/head", "/v1/rooms/head/messages", "/livez", "/problems", "/v1/rooms/none")) {
            var get = server.get(alice, path);
            var head = server.send(
                    server.request(alice, path).method("HEAD", java.net.http.HttpRequest.BodyPublishers.noBody()));
            assertThat(head.status()).isEqualTo(get.status());
            assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
            assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
            assertThat(head.response().body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*", "a b", "..", ".", "-a", "a/b", "a\\b", "%", "\u00e9", "a\nb", "\u0000", "me/..", "a%2fb"})
    void anIdThatIsNoneIsRefusedByItsRule(String id) {
        String path = "/v1/rooms/"
                + java.net.URLEncoder.encode(id, java.nio.charset.StandardCharsets.UTF_8)
                        .replace("+", "%20");
        for (var answer : List.of(
                server.get(alice, path),
                server.get(alice, path + "/messages"),
                server.post(alice, path + "/messages", "{\"data\":1}"),
                server.send("PUT", alice, path, "{}"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("invalid-id");
            assertThat(answer.json().get("detail").asString()).contains("room id");
        }
    }

    @Test
    void anIdOfThreeHundredCharactersIsRefused() {
        assertThat(server.get(alice, "/v1/rooms/" + "a".repeat(300)).code()).isEqualTo("invalid-id");
        assertThat(server.get(alice, "/v1/rooms/" + "a".repeat(128)).code()).isEqualTo("room-not-found");
        assertThat(server.get(alice, "/v1/rooms/" + "a".repeat(129)).code()).isEqualTo("invalid-id");
    }

    @Test
    void aPercentEncodedIdIsTheSameId() {
        server.send("PUT", alice, "/v1/rooms/same", "{}");
        assertThat(server.get(alice, "/v1/rooms/%73ame").status()).isEqualTo(200);
        assertThat(server.get(null, "/%761/rooms/same").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json; charset=utf-16",
                "application/jsonx",
                "application/merge-patch+json",
                "nonsense",
                "application/problem+json"
            })
    void aBodyOfAnotherTypeIsRefused(String type) {
        var answer = server.post(alice, "/v1/rooms/types/messages", "{\"data\":1}", "Content-Type", type);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("unsupported-media-type");
    }

    @Test
    void jsonMayNameItsCharsetAndIsNeverCompressed() {
        assertThat(server.post(
                                alice,
                                "/v1/rooms/types/messages",
                                "{\"data\":1}",
                                "Content-Type",
                                "Application/JSON;charset=UTF-8")
                        .status())
                .isEqualTo(201);
        assertThat(server.post(alice, "/v1/rooms/types/messages", "{\"data\":1}", "Content-Encoding", "gzip")
                        .code())
                .isEqualTo("unsupported-media-type");
        var none = server.send(server.request(alice, "/v1/rooms/types/messages")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"data\":1}")));
        assertThat(none.code()).isEqualTo("unsupported-media-type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/html|406",
                "application/json;q=0|406",
                "text/*|406",
                "application/*|200",
                "text/html, */*;q=0.1|200",
                "application/json;charset=utf-8|200",
                "nonsense|200"
            })
    void jsonIsSentOnlyToThoseWhoTakeIt(String accept, int status) {
        server.send("PUT", alice, "/v1/rooms/accept", "{}");
        var answer = server.get(alice, "/v1/rooms/accept", "Accept", accept);
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void theConfiguredAddressIsTheOneOfTheProblemPages() {
        try (var other = TestServer.dev("parley.public-url=https://chat.example.com/")) {
            assertThat(other.get(null, "/nowhere").json().get("type").asString())
                    .isEqualTo("https://chat.example.com/problems/not-found");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Faulty {
        @Bean
        dev.parley.adapters.web.http.Route.Group faulty() {
            return () ->
                    List.of(dev.parley.adapters.web.http.Route.to("/v1/faulty").get(_ -> {
                        throw new IllegalStateException("secret of the server");
                    }));
        }
    }

    @Test
    void whatWasRefusedIsCountedByItsCodeAndFoundByItsTraceInTheDebugLog(CapturedOutput output) {
        Logger log = (Logger) LoggerFactory.getLogger("dev.parley.adapters.web.http.ProblemLog");
        try (var server = TestServer.dev()) {
            server.get(null, "/owned/nowhere");
            assertThat(output.getAll()).doesNotContain("not-found");
            log.setLevel(Level.DEBUG);
            String trace = "0af7651916cd43dd8448eb211c80319c";
            server.get(null, "/owned/nowhere", "traceparent", "00-" + trace + "-b7ad6b7169203331-01");
            assertThat(output.getAll().lines())
                    .filteredOn(line -> line.contains("GET was answered with 404 not-found"))
                    .singleElement()
                    .asString()
                    .contains("DEBUG")
                    .doesNotContain("owned");
            server.post(
                    server.token("alice"),
                    "/v1/rooms/a/messages/batch",
                    "{\"messages\":[{\"data\":1},7,{\"type\":\"X\",\"data\":1}]}");
            assertThat(server.get(null, "/metrics").response().body())
                    .contains(
                            "parley_http_problems_total{code=\"not-found\"} 2",
                            "parley_http_problems_total{code=\"invalid-body\"} 1",
                            "parley_http_problems_total{code=\"invalid-id\"} 1");
        } finally {
            log.setLevel(null);
        }
    }

    @Test
    void aFaultIsLoggedUnderItsTraceAndToldWithoutIt(CapturedOutput output) {
        try (var faulty = TestServer.dev("spring.main.sources=" + Faulty.class.getName())) {
            var answer = faulty.get(alice, "/v1/faulty");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.code()).isEqualTo("internal");
            assertThat(answer.response().body()).doesNotContain("secret", "Exception", "at dev");
            assertThat(output).contains("A request failed", "secret of the server");
        }
    }
}
