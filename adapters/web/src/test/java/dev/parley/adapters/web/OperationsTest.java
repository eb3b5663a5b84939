package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.kernel.HealthReporter;
import dev.parley.log.spi.StoreGeneration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

class OperationsTest {

    private static final AtomicReference<Runnable> STORE = new AtomicReference<>(() -> {});

    @Configuration(proxyBeanMethods = false)
    static class BreakableStore {
        @Bean
        @Primary
        StoreGeneration breakable() {
            return new StoreGeneration() {
                @Override
                public long current() {
                    STORE.get().run();
                    return 1;
                }

                @Override
                public long raise(long known) {
                    return known + 1;
                }
            };
        }
    }

    private static final AtomicReference<List<String>> DEGRADED = new AtomicReference<>(List.of());

    @Configuration(proxyBeanMethods = false)
    static class Reporters {
        @Bean
        HealthReporter one() {
            return DEGRADED::get;
        }

        @Bean
        HealthReporter other() {
            return () -> List.of();
        }
    }

    @Test
    void whatGoesWorseIsToldAndRequestsAreServedAllTheSame() {
        try (var server = TestServer.dev("spring.main.sources=" + Reporters.class.getName())) {
            await().until(() -> state(server).equals("200 {\"status\":\"up\",\"reasons\":[]}"));
            DEGRADED.set(List.of("disk-slow", "appends-failing"));
            assertThat(state(server))
                    .isEqualTo("200 {\"status\":\"degraded\",\"reasons\":[\"disk-slow\",\"appends-failing\"]}");
            DEGRADED.set(List.of());
            assertThat(state(server)).startsWith("200 {\"status\":\"up\"");
        }
    }

    @Test
    void aDrainingServerSaysSoAlsoWhenNobodyAskedBefore() {
        try (var server = TestServer.dev()) {
            AvailabilityChangeEvent.publish(server.context(), ReadinessState.REFUSING_TRAFFIC);
            assertThat(server.get(null, "/readyz").json().get("reason").asString())
                    .isEqualTo("draining");
        }
    }

    private static final AtomicReference<String> WHILE_STARTING = new AtomicReference<>("");

    @Configuration(proxyBeanMethods = false)
    static class AskedWhileStarting {
        @Bean
        ApplicationListener<ApplicationStartedEvent> asking() {
            return event -> WHILE_STARTING.set(ask(
                    event.getApplicationContext().getEnvironment().getProperty("local.server.port", Integer.class),
                    "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
        }
    }

    @Test
    void aStartingServerSaysSo() {
        try (var _ = TestServer.dev("spring.main.sources=" + AskedWhileStarting.class.getName())) {
            assertThat(WHILE_STARTING.get()).startsWith("HTTP/1.1 503 ").contains("\"reason\":\"starting\"");
        }
    }

    private static String ask(int port, String request) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String state(TestServer server) {
        var answer = server.get(null, "/readyz");
        return answer.status() + " " + answer.response().body();
    }

    @Test
    void readinessFollowsTheStoreAndTheServersLife() {
        STORE.set(() -> {});
        try (var server = TestServer.dev("spring.main.sources=" + BreakableStore.class.getName())) {
            await().until(() -> state(server).equals("200 {\"status\":\"up\",\"reasons\":[]}"));
            STORE.set(() -> {
                throw new dev.parley.log.spi.StoreUnavailableException("gone");
            });
            await().until(() -> state(server).startsWith("503"));
            var refused = server.get(null, "/readyz");
            assertThat(refused.code()).isEqualTo("not-ready");
            assertThat(refused.json().get("reason").asString()).isEqualTo("store-unavailable");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(server.get(null, "/livez").status()).isEqualTo(200);
            STORE.set(() -> {});
            await().until(() -> state(server).startsWith("200"));
            AvailabilityChangeEvent.publish(server.context(), ReadinessState.REFUSING_TRAFFIC);
            assertThat(server.get(null, "/readyz").json().get("reason").asString())
                    .isEqualTo("draining");
            AvailabilityChangeEvent.publish(server.context(), LivenessState.BROKEN);
            assertThat(server.get(null, "/livez").status()).isEqualTo(503);
        }
    }

    @Test
    void aStoreThatHangsIsAwayAndIsAskedOnlyOnce() throws Exception {
        STORE.set(() -> {});
        try (var server = TestServer.dev("spring.main.sources=" + BreakableStore.class.getName())) {
            await().until(() -> state(server).startsWith("200"));
            var hang = new CountDownLatch(1);
            var asked = new java.util.concurrent.atomic.AtomicInteger();
            STORE.set(() -> {
                asked.incrementAndGet();
                try {
                    hang.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            await().until(() -> state(server).startsWith("503"));
            assertThat(asked).hasValue(1);
            hang.countDown();
            STORE.set(() -> {});
            await().until(() -> state(server).startsWith("200"));
        }
    }

    @Test
    void metricsAreForThisMachineAndForAdministrators() {
        try (var server =
                TestServer.with("parley.auth=jwt", "parley.auth.jwt.secret=a-secret-of-more-than-thirty-two-bytes")) {
            server.get(null, "/v1/rooms/a");
            server.get(null, "/nowhere/" + "x".repeat(20));
            var metrics = server.get(null, "/metrics");
            assertThat(metrics.status()).isEqualTo(200);
            assertThat(metrics.header("Content-Type")).startsWith("text/plain");
            assertThat(metrics.response().body())
                    .contains("parley_http_requests_seconds_count{method=\"GET\",route=\"unknown\",status=\"404\"} 1")
                    .contains("parley_connections ")
                    .doesNotContain("xxxxx");
            for (String host : List.of("localhost", "127.0.0.1:8080", "[::1]:8080")) {
                assertThat(scrape(server, host)).startsWith("HTTP/1.1 200 ");
            }
            for (String host : List.of("chat.example", "127.0.0.1.chat.example", "10.0.0.1:8080")) {
                assertThat(scrape(server, host)).startsWith("HTTP/1.1 401 ");
            }
            for (String header :
                    List.of("X-Forwarded-For", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto", "Via")) {
                assertThat(server.get(null, "/metrics", header, "127.0.0.1").status())
                        .as(header)
                        .isEqualTo(401);
            }
            assertThat(server.get(null, "/metrics", "Forwarded", "for=127.0.0.1")
                            .status())
                    .isEqualTo(401);
        }
        try (var server = TestServer.dev()) {
            assertThat(server.get(server.token("bob"), "/metrics", "X-Forwarded-For", "1.2.3.4")
                            .status())
                    .isEqualTo(403);
            assertThat(server.get(server.admin(), "/metrics", "X-Forwarded-For", "1.2.3.4")
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String scrape(TestServer server, String host) {
        return ask(server.port(), "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }
}
