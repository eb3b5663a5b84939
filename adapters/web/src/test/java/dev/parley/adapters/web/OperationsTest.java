package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.log.spi.StoreGeneration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
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
            assertThat(server.get(null, "/metrics", "X-Forwarded-For", "127.0.0.1")
                            .status())
                    .isEqualTo(401);
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
}
