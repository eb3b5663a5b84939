package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.http.Routes;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The description is written by hand, so everything in it is held against the server.
class OpenApiTest {

    private static final Set<String> PAGES = Set.of(
            "/",
            "/about",
            "/docs",
            "/problems",
            "/openapi.json",
            "/asyncapi.json",
            "/parley.css",
            "/parley.js",
            "/favicon.svg");
    /// Described with the streams.
    private static final String SOCKET = "/v1/socket";

    private static final List<String> BELOW = List.of("/chat/", "/docs/", "/problems/");

    @AutoClose
    private static final TestServer server = TestServer.dev();

    private static final Description handedOut = Description.at(server, "/openapi.json");
    private static final JsonNode description = handedOut.json();

    @Test
    void everyRouteIsDescribedAndNothingElse() {
        Set<String> served = new TreeSet<>();
        server.bean(Routes.class).all().stream()
                .filter(route -> !PAGES.contains(route.path()) && !route.path().equals(SOCKET))
                .filter(route -> BELOW.stream().noneMatch(route.path()::startsWith))
                .forEach(route -> route.methods().keySet().forEach(method -> served.add(method + " " + route.path())));
        Set<String> described = new TreeSet<>();
        description
                .get("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(name -> !name.equals("parameters"))
                        .forEach(method ->
                                described.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        assertThat(described).isEqualTo(served);
    }

    @Test
    void everyCodeHasItsExampleUnderItsStatusAndTheWordsOfTheList() {
        Set<String> shown = new TreeSet<>();
        description
                .at("/components/responses")
                .forEach(response -> response.at("/content/application~1problem+json/examples")
                        .propertyStream()
                        .forEach(example -> {
                            shown.add(example.getKey());
                            var code = ProblemCode.of(example.getKey()).orElseThrow();
                            JsonNode value = example.getValue().get("value");
                            byte[] real = ProblemJson.of(
                                    Problem.of(code, value.get("detail").asString()),
                                    "https://chat.example.com",
                                    value.get("traceId").asString());
                            JsonMapper.shared()
                                    .readTree(real)
                                    .propertyStream()
                                    .forEach(member -> assertThat(value.get(member.getKey()))
                                            .as(example.getKey())
                                            .isEqualTo(member.getValue()));
                        }));
        Set<String> listed = new TreeSet<>();
        for (ProblemCode code : ProblemCode.values()) {
            listed.add(code.wire());
        }
        assertThat(shown).isEqualTo(listed);
        assertThat(description
                        .at("/components/schemas/Problem/properties/code/enum")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactlyElementsOf(listed);
    }

    @Test
    void everyResponseThatIsReferredToHasTheStatusItStandsUnder() {
        description
                .get("paths")
                .forEach(path -> path.forEach(operation -> {
                    if (!operation.has("responses")) {
                        return;
                    }
                    operation.get("responses").propertyStream().forEach(response -> {
                        String ref = response.getValue().path("$ref").asString("");
                        if (!ref.isEmpty()) {
                            JsonNode target = description.at(ref.substring(1));
                            target.at("/content/application~1problem+json/examples")
                                    .forEach(example -> assertThat(
                                                    example.at("/value/status").asString())
                                            .isEqualTo(response.getKey()));
                        }
                    });
                }));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        handedOut.assertEveryReferenceLeadsSomewhere();
    }

    /// In an order in which each finds what it needs; with the status each is answered with.
    @Test
    void theExamplesAreAnsweredAsDescribed() {
        String admin = server.admin();
        answered(admin, "put", "/v1/rooms/{room}", "201", "durable");
        answered(admin, "put", "/v1/rooms/{room}", "200", "durable");
        answered(admin, "post", "/v1/rooms/{room}/messages", "201", "smallest", "clientMsgId", "senderName");
        answered(
                server.token("alice", "Alice", true, java.util.Map.of()),
                "post",
                "/v1/rooms/{room}/messages",
                "201",
                "full",
                "key",
                "ref",
                "expiresAt");
        answered(
                server.token("alice", "Alice", true, java.util.Map.of()),
                "post",
                "/v1/rooms/{room}/messages",
                "200",
                "full",
                "key",
                "ref",
                "expiresAt");
        answered(admin, "patch", "/v1/rooms/{room}/messages/{seq}", "200", "text", "clientMsgId", "senderName");
        answered(admin, "delete", "/v1/rooms/{room}/messages/{seq}", "204", null);
        answered(admin, "post", "/v1/rooms/{room}/messages/batch", "200", "two");
        answered(admin, "get", "/v1/rooms/{room}/messages", "200", null);
        answered(admin, "get", "/v1/rooms/{room}", "200", null);
        answered(admin, "get", "/v1/rooms", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/presence", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/occupancy", "200", null);
        answered(admin, "put", "/v1/rooms/{room}/allowlist/{user}", "201", null);
        answered(admin, "put", "/v1/rooms/{room}/allowlist/{user}", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/allowlist", "200", null);
        answered(admin, "put", "/v1/rooms/{room}/members/{user}", "201", "member");
        answered(admin, "put", "/v1/rooms/{room}/members/{user}", "200", "moderator");
        answered(admin, "patch", "/v1/rooms/{room}/members/{user}", "200", "notify");
        answered(admin, "get", "/v1/rooms/{room}/members/{user}", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/members", "200", null);
        answered(admin, "put", "/v1/rooms/{room}/attributes/{key}", "200", "topic");
        answered(admin, "get", "/v1/rooms/{room}/attributes/{key}", "200", null);
        answered(admin, "patch", "/v1/rooms/{room}/attributes", "200", "topic");
        answered(admin, "get", "/v1/rooms/{room}/attributes", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/snapshot", "200", null);
        answered(admin, "get", "/v1/rooms/{room}/stats", "200", null);
        answered(admin, "post", "/v1/rooms/{room}/signals", "202", "typing");
        answered(admin, "post", "/v1/rooms/{room}/signals", "202", "hearts");
        answered(admin, "post", "/v1/users/{user}/signals", "202", "call");
        answered(admin, "get", "/v1/lifecycle", "200", null);
        answered(admin, "patch", "/v1/rooms/{room}", "200", "freeze");
        answered(admin, "post", "/v1/stream-tickets", "200", "two");
        answered(admin, "get", "/v1/admin/config", "200", null);
        answered(null, "post", "/v1/dev/tokens", "200", "member");
        answered(null, "post", "/v1/dev/tokens", "200", "admin");
        answered(null, "get", "/livez", "200", null);
        answered(null, "get", "/readyz", "200", null);
    }

    /// @param optional members that only one of the two has
    private static void answered(
            String token, String method, String path, String status, String example, String... optional) {
        JsonNode operation = description.get("paths").get(path).get(method);
        JsonNode content = operation.at("/requestBody/content");
        String type = content.isMissingNode()
                ? "application/json"
                : content.propertyNames().iterator().next();
        String body = example == null
                ? ""
                : content.get(type).at("/examples/" + example + "/value").toString();
        var answer = server.send(
                method.toUpperCase(java.util.Locale.ROOT),
                token,
                path.replace("{room}", "lobby")
                        .replace("{user}", "bob")
                        .replace("{key}", "topic")
                        .replace("{seq}", "1"),
                body,
                "Content-Type",
                type);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(Integer.parseInt(status));
        if (status.equals("204")) {
            return;
        }
        JsonNode examples = operation.get("responses").get(status).at("/content/application~1json/examples");
        JsonNode shown = examples.iterator().next().get("value");
        assertThat(members(answer.json(), optional)).isEqualTo(members(shown, optional));
    }

    private static List<String> members(JsonNode json, String... without) {
        List<String> names = new ArrayList<>(json.propertyNames());
        names.removeAll(List.of(without));
        return names;
    }
}
