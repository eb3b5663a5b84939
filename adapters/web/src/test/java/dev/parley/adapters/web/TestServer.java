package dev.parley.adapters.web;

import dev.parley.access.Permission;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.TokenIssuer;
import dev.parley.adapters.web.access.JwtTokenIssuer;
import dev.parley.kernel.UserId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real routes on a real Reactor Netty over the core in memory, and a client for them.
final class TestServer implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /// An answer with its body as JSON.
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return MAPPER.readTree(response.body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        String code() {
            return json().path("code").asString("");
        }
    }

    private final ReactiveWebServerApplicationContext context;
    private final boolean tls;
    private final HttpClient http;
    private final TokenIssuer issuer =
            new JwtTokenIssuer(new SigningKey("test", TestApplication.DEV_SECRET), InstantSource.system());

    private TestServer(String... properties) {
        var all = new ArrayList<>(List.of(
                "server.port=0", "server.address=127.0.0.1", "parley.store=memory", "spring.main.banner-mode=off"));
        all.addAll(List.of(properties));
        this.tls = all.stream().anyMatch(property -> property.startsWith("server.ssl."));
        this.http = client();
        this.context = (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(TestApplication.class)
                .web(WebApplicationType.REACTIVE)
                .properties(all.toArray(String[]::new))
                .run();
    }

    private HttpClient client() {
        var builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        return tls ? builder.sslContext(TestTls.context()).build() : builder.build();
    }

    /// A server in dev mode.
    static TestServer dev(String... properties) {
        var all = new ArrayList<>(List.of("parley.auth=dev"));
        all.addAll(List.of(properties));
        return new TestServer(all.toArray(String[]::new));
    }

    static TestServer with(String... properties) {
        return new TestServer(properties);
    }

    int port() {
        return context.getWebServer().getPort();
    }

    org.springframework.context.ApplicationContext context() {
        return context;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    URI uri(String path) {
        return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + port() + path);
    }

    /// A token with all permissions everywhere.
    String token(String user) {
        return token(user, null, false, Map.of("*", EnumSet.allOf(Permission.class)));
    }

    String admin() {
        return token("root", null, true, Map.of());
    }

    String token(String user, String name, boolean admin, Map<String, Set<Permission>> rooms) {
        return issuer.issue(new TokenIssuer.Statement(new UserId(user), name, admin, rooms, Duration.ofHours(1)))
                .token();
    }

    HttpRequest.Builder request(String token, String path) {
        var builder = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
        return token == null ? builder : builder.header("Authorization", "Bearer " + token);
    }

    Answer get(String token, String path, String... headers) {
        return send(with(request(token, path).GET(), headers));
    }

    Answer post(String token, String path, String body, String... headers) {
        return send("POST", token, path, body, headers);
    }

    Answer send(String method, String token, String path, String body, String... headers) {
        return send(method, token, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Answer send(String method, String token, String path, byte[] body, String... headers) {
        var builder = request(token, path).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        boolean typed = List.of(headers).contains("Content-Type");
        return send(with(typed ? builder : builder.header("Content-Type", "application/json"), headers));
    }

    private static HttpRequest.Builder with(HttpRequest.Builder builder, String... headers) {
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    Answer send(HttpRequest.Builder builder) {
        try {
            return new Answer(http.send(builder.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpClient http() {
        return http;
    }

    @Override
    public void close() {
        context.close();
    }
}
