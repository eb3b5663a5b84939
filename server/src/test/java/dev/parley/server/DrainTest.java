package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.access.spi.TokenIssuer;
import dev.parley.access.spi.TokenIssuer.Statement;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import dev.parley.server.configuration.ConfigurationListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Timeout(120)
class DrainTest {

    @TempDir
    private Path folder;

    /// A log that commits only while its gate is open.
    record GatedLog(RoomLog log, CountDownLatch begun, CountDownLatch gate) implements RoomLog {

        @Override
        public List<AppendResult.Settled> append(List<Append> batch, Patience patience) {
            begun.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return log.append(batch, patience);
        }

        @Override
        public LogPage page(RoomId room, PageRequest from, int limit) {
            return log.page(room, from, limit);
        }

        @Override
        public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
            return log.answers(room, ref, after, limit);
        }

        @Override
        public int trim(RoomId room, int maxRows) {
            return log.trim(room, maxRows);
        }

        @Override
        public List<RoomId> limitedRooms(String after, int limit) {
            return log.limitedRooms(after, limit);
        }

        @Override
        public int sweep(int maxRows) {
            return log.sweep(maxRows);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Gate {

        @Bean
        static BeanPostProcessor gate() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof RoomLog log
                            ? new GatedLog(log, new CountDownLatch(1), new CountDownLatch(1))
                            : bean;
                }
            };
        }
    }

    @Test
    void whileAnAppendIsUnderWayAStoppingServerAnswersItAndRefusesOthers() throws Exception {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var application = new SpringApplication(ServerConfiguration.class, Gate.class);
        application.addListeners(new ConfigurationListener(true));
        application.setRegisterShutdownHook(false);
        var context = application.run(
                "--server.port=0",
                "--parley.store=memory",
                "--parley.data=" + folder,
                "--spring.lifecycle.timeout-per-shutdown-phase=60s");
        var log = (GatedLog) context.getBean(RoomLog.class);
        var base = URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
        var alice = new Statement(new UserId("alice"), null, false, Map.of(), Duration.ofMinutes(5));
        var client = new TestClient(
                base, context.getBean(TokenIssuer.class).issue(alice).token());
        await().until(() -> client.get("/readyz").status() == 200);
        var taken = CompletableFuture.supplyAsync(() -> publish(client, "taken"), threads);
        log.begun().await();

        var closed = CompletableFuture.runAsync(context::close, threads);

        await().until(() -> client.get("/readyz").status() == 503);
        assertThat(client.get("/readyz").body().get("reason").asString()).isEqualTo("draining");
        await().until(() -> soon(client, threads) == 503);
        assertThat(taken).isNotDone();
        assertThat(closed).isNotDone();
        log.gate().countDown();
        assertThat(taken.get()).isEqualTo(201);
        closed.get();
    }

    private static int publish(TestClient client, String id) {
        try {
            return client.publish("lobby", id).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Readiness goes off a moment before publishes are refused; one that comes in between waits at the gate.
    private static int soon(TestClient client, Executor threads) throws Exception {
        return CompletableFuture.supplyAsync(() -> publish(client, "late-" + System.nanoTime()), threads)
                .completeOnTimeout(-1, 1, TimeUnit.SECONDS)
                .get();
    }
}
