package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.access.ApiKey;
import dev.parley.access.Grants;
import dev.parley.access.KeyHash;
import dev.parley.access.Principal;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.access.PastTickets;
import dev.parley.kernel.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Every kind of credentials at every endpoint of the API's description. An endpoint without a row here
/// fails.
class AccessMatrixTest {

    private static final String SECRET = "a-secret-of-more-than-thirty-two-bytes";
    private static final String KEY = "parley_" + "m".repeat(43);
    private static final String LISTED = "https://app.example";

    private enum Kind {
        /// Needs credentials.
        API,
        /// Needs credentials, of which a ticket is one.
        STREAM,
        /// Answers everybody on this machine; whoever shows credentials shows good ones.
        METRICS,
        OPEN,
        /// Not there outside of dev mode.
        DEV
    }

    private record Row(Kind kind, int status, String body) {

        /// OPTIONS tells the methods of what is there.
        Row options() {
            return new Row(kind, kind == Kind.DEV ? 404 : 204, "");
        }
    }

    private static final Map<String, Row> ROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("POST /v1/rooms/{room}/messages", new Row(Kind.API, 201, "{\"data\":1}")),
            Map.entry("GET /v1/rooms/{room}/messages", new Row(Kind.API, 200, "")),
            Map.entry("POST /v1/rooms/{room}/messages/batch", new Row(Kind.API, 200, "{\"messages\":[{\"data\":1}]}")),
            Map.entry("GET /v1/rooms/{room}/messages/{seq}", new Row(Kind.API, 200, "")),
            Map.entry("PATCH /v1/rooms/{room}/messages/{seq}", new Row(Kind.API, 200, "{\"data\":1}")),
            Map.entry("DELETE /v1/rooms/{room}/messages/{seq}", new Row(Kind.API, 204, "")),
            Map.entry("GET /v1/rooms/{room}/events", new Row(Kind.STREAM, 200, "")),
            Map.entry("GET /v1/rooms/{room}/presence", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/rooms/{room}/occupancy", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/rooms/{room}/allowlist", new Row(Kind.API, 200, "")),
            Map.entry("PUT /v1/rooms/{room}/allowlist/{user}", new Row(Kind.API, 200, "")),
            Map.entry("DELETE /v1/rooms/{room}/allowlist/{user}", new Row(Kind.API, 204, "")),
            Map.entry("GET /v1/rooms/{room}/members", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/rooms/{room}/members/{user}", new Row(Kind.API, 200, "")),
            Map.entry("PUT /v1/rooms/{room}/members/{user}", new Row(Kind.API, 200, "{}")),
            Map.entry("PATCH /v1/rooms/{room}/members/{user}", new Row(Kind.API, 200, "{\"notify\":\"none\"}")),
            Map.entry("DELETE /v1/rooms/{room}/members/{user}", new Row(Kind.API, 204, "")),
            Map.entry("GET /v1/rooms/{room}/snapshot", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/rooms/{room}/attributes", new Row(Kind.API, 200, "")),
            Map.entry(
                    "PATCH /v1/rooms/{room}/attributes",
                    new Row(Kind.API, 200, "{\"set\":{\"k\":1},\"options\":{\"force\":true}}")),
            Map.entry("GET /v1/rooms/{room}/attributes/changes", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/rooms/{room}/attributes/{key}", new Row(Kind.API, 200, "")),
            Map.entry("PUT /v1/rooms/{room}/attributes/{key}", new Row(Kind.API, 200, "{\"value\":1}")),
            Map.entry("DELETE /v1/rooms/{room}/attributes/{key}", new Row(Kind.API, 204, "")),
            Map.entry("GET /v1/rooms/{room}/stats", new Row(Kind.API, 200, "")),
            Map.entry("POST /v1/rooms/{room}/signals", new Row(Kind.API, 202, "{\"type\":\"typing\"}")),
            Map.entry("POST /v1/users/{user}/signals", new Row(Kind.API, 202, "{\"type\":\"call\"}")),
            Map.entry("GET /v1/lifecycle", new Row(Kind.API, 200, "")),
            Map.entry("GET /v1/events", new Row(Kind.STREAM, 200, "")),
            Map.entry("GET /v1/rooms", new Row(Kind.API, 200, "")),
            Map.entry("PUT /v1/rooms/{room}", new Row(Kind.API, 200, "{}")),
            Map.entry("PATCH /v1/rooms/{room}", new Row(Kind.API, 200, "{}")),
            Map.entry("GET /v1/rooms/{room}", new Row(Kind.API, 200, "")),
            Map.entry("DELETE /v1/rooms/{room}", new Row(Kind.API, 204, "")),
            Map.entry("POST /v1/stream-tickets", new Row(Kind.API, 200, "{\"rooms\":[\"matrix\"]}")),
            Map.entry("POST /v1/dev/tokens", new Row(Kind.DEV, 404, "{\"user\":\"mallory\",\"admin\":true}")),
            Map.entry("GET /v1/admin/config", new Row(Kind.API, 200, "")),
            Map.entry("GET /livez", new Row(Kind.OPEN, 200, "")),
            Map.entry("GET /readyz", new Row(Kind.OPEN, 200, "")),
            Map.entry("GET /metrics", new Row(Kind.METRICS, 200, ""))));

    /// Of somebody who was told of news.
    private static final String PULL = "GET /v1/rooms/{room}/messages?min=0";

    private enum Shown {
        TOKEN,
        KEY,
        TICKET,
        NONE,
        EXPIRED,
        OTHER_AUDIENCE,
        OTHER_ISSUER,
        NO_ALGORITHM,
        OTHER_ALGORITHM,
        OTHER_SECRET,
        UNKNOWN_KEY,
        TOKEN_AND_KEY,
        TOKEN_IN_URL,
        TICKET_OF_OTHERS,
        TICKET_EXPIRED,
        TOKEN_FROM_LISTED_ORIGIN,
        TOKEN_FROM_FOREIGN_ORIGIN,
        TICKET_FROM_FOREIGN_ORIGIN,
        NONE_FROM_FOREIGN_ORIGIN
    }

    /// @param code null = let in
    private record Expected(int status, String code) {

        static final Expected IN = new Expected(0, null);

        static Expected refused(int status, String code) {
            return new Expected(status, code);
        }
    }

    private static TestServer door;
    private static TestServer webflux;
    /// The one that is asked.
    private static TestServer server;

    @BeforeAll
    static void start() {
        door = start("door");
        webflux = start("webflux");
        server = door;
    }

    private static TestServer start(String streams) {
        var started = TestServer.with(
                "parley.auth=jwt",
                "parley.auth.jwt.secret=" + SECRET,
                "parley.auth.jwt.issuer=https://issuer.example",
                "parley.auth.jwt.audience=parley",
                "parley.streams=" + streams,
                "parley.cors.origins=" + LISTED);
        started.bean(ApiKeyStore.class).add(new ApiKey(new UserId("backend"), KeyHash.of(KEY), true, Map.of()));
        return started;
    }

    @AfterAll
    static void stop() {
        door.close();
        webflux.close();
    }

    @Test
    void everyDescribedEndpointHasARowAndNothingElseHas() {
        var described = new TreeSet<String>();
        server.get(null, "/openapi.json")
                .json()
                .get("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(name -> !name.equals("parameters"))
                        .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(ROWS.keySet()).isEqualTo(described);
    }

    /// The rows, and what no description names: HEAD for each GET, OPTIONS everywhere.
    private static Map<String, Row> served() {
        Map<String, Row> all = new TreeMap<>(ROWS);
        ROWS.forEach((endpoint, row) -> {
            String path = endpoint.substring(endpoint.indexOf(' '));
            if (endpoint.startsWith("GET ")) {
                all.put("HEAD" + path, row);
            }
            all.put("OPTIONS" + path, row.options());
        });
        all.put(PULL, Objects.requireNonNull(ROWS.get("GET /v1/rooms/{room}/messages")));
        return all;
    }

    static Stream<Arguments> cells() {
        return served().entrySet().stream()
                .flatMap(row ->
                        Arrays.stream(Shown.values()).map(shown -> Arguments.of(row.getKey(), row.getValue(), shown)));
    }

    static Stream<Arguments> cellsOfTheDoor() {
        return cells().filter(cell -> ((Row) cell.get()[1]).kind() == Kind.STREAM || cell.get()[0].equals(PULL));
    }

    /// All else goes the same way in both.
    @ParameterizedTest(name = "{0} with {2}, through WebFlux")
    @MethodSource("cellsOfTheDoor")
    void theSameGetInThroughWebFlux(String endpoint, Row row, Shown shown) throws Exception {
        server = webflux;
        check(endpoint, row, shown);
    }

    @ParameterizedTest(name = "{0} with {2}")
    @MethodSource("cells")
    void theRightOnesGetInAndNobodyElse(String endpoint, Row row, Shown shown) throws Exception {
        server = door;
        check(endpoint, row, shown);
    }

    private static void check(String endpoint, Row row, Shown shown) throws Exception {
        String method = endpoint.substring(0, endpoint.indexOf(' '));
        Expected expected = expected(method, row.kind(), shown);
        long message = prepare(endpoint);

        HttpResponse<InputStream> answer =
                server.http().send(request(endpoint, row, shown, message), BodyHandlers.ofInputStream());
        String body = beginning(answer);

        assertThat(answer.statusCode()).as(body).isEqualTo(expected.code() == null ? row.status() : expected.status());
        if (method.equals("HEAD")) {
            assertThat(body).isEmpty();
        } else {
            assertThat(code(answer, body))
                    .isEqualTo(expected.code() != null ? expected.code() : row.kind() == Kind.DEV ? "not-found" : "");
        }
        if (method.equals("GET") && row.kind() == Kind.STREAM && expected.code() == null) {
            assertThat(body).contains("event: hello");
        }
        boolean mayRead = shown == Shown.TOKEN_FROM_LISTED_ORIGIN;
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin").orElse(""))
                .isEqualTo(mayRead ? LISTED : "");
        assertThat(answer.headers().allValues("Vary")).contains("Origin");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
    }

    /// Who may what in a room for which no token grants anything; each may what the ones before him may.
    private enum Person {
        NOBODY,
        STRANGER,
        MEMBER,
        SPEAKER,
        MODERATOR,
        OWNER,
        KEY,
        ADMIN;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static Person least(String endpoint) {
        return switch (endpoint) {
            case "GET /v1/rooms/{room}/allowlist",
                    "PUT /v1/rooms/{room}/allowlist/{user}",
                    "DELETE /v1/rooms/{room}/allowlist/{user}",
                    "PATCH /v1/rooms/{room}/attributes",
                    "GET /v1/rooms/{room}/stats",
                    "PUT /v1/rooms/{room}/members/{user}",
                    "PATCH /v1/rooms/{room}/members/{user}",
                    "DELETE /v1/rooms/{room}/members/{user}" -> Person.MODERATOR;
            // It is somebody else's.
            case "PATCH /v1/rooms/{room}/messages/{seq}", "DELETE /v1/rooms/{room}/messages/{seq}" -> Person.MODERATOR;
            case "PUT /v1/rooms/{room}", "PATCH /v1/rooms/{room}", "DELETE /v1/rooms/{room}" -> Person.OWNER;
            default -> Person.MEMBER;
        };
    }

    static Stream<Arguments> roles() {
        return ROWS.entrySet().stream()
                .filter(row -> row.getKey().contains("/v1/rooms/{room}"))
                .flatMap(row -> Arrays.stream(Person.values())
                        .map(person -> Arguments.of(row.getKey(), row.getValue(), person)));
    }

    @ParameterizedTest(name = "{0} by {2}")
    @MethodSource("roles")
    void theRightRolesGetIn(String endpoint, Row row, Person person) throws Exception {
        server = door;
        long message = prepare(endpoint);
        for (Person one : List.of(Person.MEMBER, Person.SPEAKER, Person.MODERATOR, Person.OWNER)) {
            String body = "{\"role\":\"" + one.id() + "\"}";
            server.send("PUT", token(Shown.TOKEN), "/v1/rooms/matrix/members/" + one.id(), body);
        }

        HttpResponse<InputStream> answer =
                server.http().send(request(endpoint, row, person, message), BodyHandlers.ofInputStream());
        String body = beginning(answer);

        boolean refused = person.compareTo(least(endpoint)) < 0;
        if (refused && person != Person.NOBODY && endpoint.endsWith("/messages/batch")) {
            // Each message of a batch has an answer of its own.
            assertThat(body).contains("{\"status\":403,");
            return;
        }
        int status = person == Person.NOBODY ? 401 : refused ? 403 : row.status();
        assertThat(answer.statusCode()).as(body).isEqualTo(status);
    }

    private static HttpRequest request(String endpoint, Row row, Person person, long message) throws JOSEException {
        String[] parts = endpoint.split(" ");
        String path = parts[1].replace("{room}", "matrix")
                .replace("{seq}", Long.toString(message))
                .replace("{user}", "vera")
                .replace("{key}", parts[0].equals("GET") ? "alice" : person.id());
        var headers = new ArrayList<>(List.of("Content-Type", "application/json"));
        switch (person) {
            case NOBODY -> {}
            case KEY -> headers.addAll(List.of("X-API-Key", KEY));
            case ADMIN -> headers.addAll(List.of("Authorization", "Bearer " + token("root", true)));
            default -> headers.addAll(List.of("Authorization", "Bearer " + token(person.id(), false)));
        }
        String query = path.endsWith("/changes") ? "?after=" + position() : "";
        return HttpRequest.newBuilder(server.uri(path + query))
                .headers(headers.toArray(String[]::new))
                .method(parts[0], BodyPublishers.ofString(row.body()))
                .build();
    }

    private static String token(String user, boolean admin) throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .subject(user)
                .issuer("https://issuer.example")
                .audience("parley")
                .claim("admin", admin)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .build();
        var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        jwt.sign(new MACSigner(SECRET.getBytes(StandardCharsets.UTF_8)));
        return jwt.serialize();
    }

    private static Expected expected(String method, Kind kind, Shown shown) {
        Expected expected = expected(kind, shown);
        if (method.equals("OPTIONS") && "unauthenticated".equals(expected.code())) {
            return Expected.IN;
        }
        // Only an EventSource reads refusals on a stream, and it sends GET.
        return method.equals("GET") || expected.status() != 200 ? expected : Expected.refused(401, expected.code());
    }

    private static Expected expected(Kind kind, Shown shown) {
        return switch (kind) {
            case OPEN -> Expected.IN;
            case API -> api(shown);
            case STREAM -> stream(shown);
            case METRICS -> shown.name().startsWith("NONE") ? Expected.IN : api(shown);
            case DEV -> shown.name().startsWith("NONE") ? Expected.IN : api(shown);
        };
    }

    private static Expected api(Shown shown) {
        return switch (shown) {
            case TOKEN, KEY, TOKEN_FROM_LISTED_ORIGIN, TOKEN_FROM_FOREIGN_ORIGIN -> Expected.IN;
            case NONE, NONE_FROM_FOREIGN_ORIGIN -> Expected.refused(401, "unauthenticated");
            case TICKET, TICKET_OF_OTHERS, TICKET_EXPIRED, TICKET_FROM_FOREIGN_ORIGIN ->
                Expected.refused(401, "invalid-ticket");
            case EXPIRED -> Expected.refused(401, "token-expired");
            case UNKNOWN_KEY, TOKEN_AND_KEY -> Expected.refused(401, "invalid-key");
            case OTHER_AUDIENCE, OTHER_ISSUER, NO_ALGORITHM, OTHER_ALGORITHM, OTHER_SECRET, TOKEN_IN_URL ->
                Expected.refused(401, "invalid-token");
        };
    }

    private static Expected stream(Shown shown) {
        return switch (shown) {
            case TICKET -> Expected.IN;
            // On the stream, where an EventSource reads it.
            case TICKET_OF_OTHERS -> Expected.refused(200, "invalid-ticket");
            case TICKET_EXPIRED -> Expected.refused(200, "ticket-expired");
            case TOKEN_FROM_FOREIGN_ORIGIN, TICKET_FROM_FOREIGN_ORIGIN, NONE_FROM_FOREIGN_ORIGIN ->
                Expected.refused(403, "origin-not-allowed");
            default -> api(shown);
        };
    }

    /// @return the seq of a message
    private static long prepare(String endpoint) throws JOSEException {
        String token = token(Shown.TOKEN);
        server.send("PUT", token, "/v1/rooms/matrix", "{}");
        var published = server.post(token, "/v1/rooms/matrix/messages", "{\"data\":0}");
        server.send("PUT", token, "/v1/rooms/matrix/allowlist/vera", "");
        server.send("PUT", token, "/v1/rooms/matrix/members/vera", "{}");
        if (endpoint.contains("{key}")) {
            prepareAttribute(token, "alice", "X-Nothing", "");
            prepareAttribute(null, "backend", "X-API-Key", KEY);
        }
        return published.json().get("seq").asLong();
    }

    /// Each has a key of his own: it would be refused to others.
    private static void prepareAttribute(String token, String owner, String... headers) {
        String path = "/v1/rooms/matrix/attributes/" + owner;
        if (server.send("GET", token, path, "", headers).status() == 404) {
            server.send("PUT", token, path, "{\"value\":0}", headers);
        }
    }

    private static String position() throws JOSEException {
        return server.get(token(Shown.TOKEN), "/v1/rooms/matrix/attributes")
                .json()
                .get("position")
                .asString();
    }

    private static HttpRequest request(String endpoint, Row row, Shown shown, long message) throws JOSEException {
        String[] parts = endpoint.split(" ");
        String path = parts[1].replace("{room}", "matrix")
                .replace("{seq}", Long.toString(message))
                .replace("{user}", "vera")
                .replace("{key}", shown == Shown.KEY ? "backend" : "alice");
        List<String> query = new ArrayList<>();
        List<String> headers = new ArrayList<>(List.of("Content-Type", "application/json"));
        if (path.equals("/v1/events")) {
            query.add("rooms=matrix");
        }
        if (path.endsWith("/changes")) {
            query.add("after=" + position());
        }
        if (path.contains("?")) {
            query.add(path.substring(path.indexOf('?') + 1));
            path = path.substring(0, path.indexOf('?'));
        }
        show(shown, query, headers);
        if (shown.name().endsWith("LISTED_ORIGIN")) {
            headers.addAll(List.of("Origin", LISTED));
        } else if (shown.name().endsWith("FOREIGN_ORIGIN")) {
            headers.addAll(List.of("Origin", LISTED + ".evil.example"));
        }
        return HttpRequest.newBuilder(server.uri(path + (query.isEmpty() ? "" : "?" + String.join("&", query))))
                .headers(headers.toArray(String[]::new))
                .method(parts[0], BodyPublishers.ofString(row.body()))
                .build();
    }

    private static void show(Shown shown, List<String> query, List<String> headers) throws JOSEException {
        switch (shown) {
            case NONE, NONE_FROM_FOREIGN_ORIGIN -> {}
            case KEY -> headers.addAll(List.of("X-API-Key", KEY));
            case UNKNOWN_KEY -> headers.addAll(List.of("X-API-Key", KEY.replace('m', 'n')));
            case TICKET, TICKET_FROM_FOREIGN_ORIGIN -> query.add("ticket=" + ticket());
            case TICKET_OF_OTHERS ->
                query.add("ticket=" + ticket().replaceFirst("\\..", ".x" + Math.abs(query.hashCode())));
            case TICKET_EXPIRED -> query.add("ticket=" + expiredTicket());
            case TOKEN_IN_URL -> query.add("access_token=" + token(Shown.TOKEN));
            case TOKEN_AND_KEY ->
                headers.addAll(List.of("X-API-Key", KEY, "Authorization", "Bearer " + token(Shown.TOKEN)));
            default -> headers.addAll(List.of("Authorization", "Bearer " + token(shown)));
        }
    }

    private static String ticket() throws JOSEException {
        return server.post(token(Shown.TOKEN), "/v1/stream-tickets", "{\"rooms\":[\"matrix\"]}")
                .json()
                .get("ticket")
                .asString();
    }

    private static String expiredTicket() {
        var alice = new Principal(new UserId("alice"), null, Grants.everything(), false);
        return new PastTickets(server.bean(SigningKeyStore.class), Duration.ofHours(2)).mint(alice, "matrix");
    }

    private static String token(Shown shown) throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .subject("alice")
                .issuer(shown == Shown.OTHER_ISSUER ? "https://other.example" : "https://issuer.example")
                .audience(shown == Shown.OTHER_AUDIENCE ? "another" : "parley")
                .claim("admin", true)
                .expirationTime(Date.from(Instant.now().plusSeconds(shown == Shown.EXPIRED ? -60 : 600)))
                .build();
        if (shown == Shown.NO_ALGORITHM) {
            return new PlainJWT(claims).serialize();
        }
        String secret = (shown == Shown.OTHER_SECRET ? "not-" : "") + SECRET;
        boolean other = shown == Shown.OTHER_ALGORITHM;
        var jwt = new SignedJWT(new JWSHeader(other ? JWSAlgorithm.HS512 : JWSAlgorithm.HS256), claims);
        jwt.sign(new MACSigner((other ? secret + secret : secret).getBytes(StandardCharsets.UTF_8)));
        return jwt.serialize();
    }

    /// As much as comes before a stream waits.
    private static String beginning(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream in = answer.body()) {
            boolean stream =
                    answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
            if (!stream) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            var text = new StringBuilder();
            for (int c = in.read(); c >= 0 && text.indexOf("data: ") < 0 || c >= 0 && c != '\n'; c = in.read()) {
                text.append((char) c);
            }
            return text.toString();
        }
    }

    private static String code(HttpResponse<InputStream> answer, String body) {
        int data = body.indexOf("event: problem") < 0 ? -1 : body.indexOf("data: ");
        if (data >= 0) {
            return JsonMapper.shared()
                    .readTree(body.substring(data + 6))
                    .get("code")
                    .asString();
        }
        boolean problem = answer.headers().firstValue("Content-Type").orElse("").equals("application/problem+json");
        return problem ? JsonMapper.shared().readTree(body).get("code").asString() : "";
    }
}
