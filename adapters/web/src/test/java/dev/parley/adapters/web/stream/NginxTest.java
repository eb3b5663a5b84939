package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Streams through a real nginx.
class NginxTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    @BeforeEach
    void thereIsOne() {
        assertThat(PrivateNginx.installed()).as("nginx is installed").isPresent();
    }

    @Test
    void withItsDefaultsEveryEventArrivesAtOnce() throws Exception {
        try (var server = StreamServer.start();
                var nginx = PrivateNginx.before(server.port(), folder, "")) {
            server.room("proxied", "");
            long began = System.nanoTime();
            try (Reader reader = Reader.open(nginx.port(), server.token("alice"), "/v1/rooms/proxied/events")) {
                reader.hello();
                assertThat(since(began)).isLessThan(AT_ONCE);
                for (int i = 1; i <= 5; i++) {
                    began = System.nanoTime();
                    server.publish("proxied", "{\"data\":" + i + "}");
                    assertThat(reader.seqs(1)).containsExactly((long) i);
                    assertThat(since(began)).isLessThan(AT_ONCE);
                }
            }
        }
    }

    /// Twice as patient as a heartbeat takes, as its default of 60 s is four times as patient.
    @Test
    void aQuietStreamOutlivesItsPatience() throws Exception {
        try (var server = StreamServer.start("test.heartbeat=1000");
                var nginx = PrivateNginx.before(server.port(), folder, "proxy_read_timeout 3s;")) {
            server.room("proxied", "");
            try (Reader reader = Reader.open(nginx.port(), server.token("alice"), "/v1/rooms/proxied/events")) {
                reader.hello();
                assertThat(reader.quietFor(Duration.ofSeconds(10))).isTrue();
                server.publish("proxied", "{\"data\":1}");
                assertThat(reader.seqs(1)).containsExactly(1L);
            }
        }
    }

    /// With all defaults on both sides; give the seconds as `-Dsoak.nginx=300`.
    @Test
    @EnabledIfSystemProperty(named = "soak.nginx", matches = "[0-9]+")
    void aQuietStreamLivesForMinutesWithDefaults() throws Exception {
        Duration quiet = Duration.ofSeconds(Integer.getInteger("soak.nginx", 300));
        try (var server = StreamServer.start();
                var nginx = PrivateNginx.before(server.port(), folder, "")) {
            server.room("proxied", "");
            try (Reader reader = Reader.open(nginx.port(), server.token("alice"), "/v1/rooms/proxied/events")) {
                reader.hello();
                assertThat(reader.quietFor(quiet)).isTrue();
                assertThat(reader.parser().comments()).isGreaterThanOrEqualTo((int) quiet.toSeconds() / 17);
                server.publish("proxied", "{\"data\":1}");
                assertThat(reader.seqs(1)).containsExactly(1L);
            }
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
