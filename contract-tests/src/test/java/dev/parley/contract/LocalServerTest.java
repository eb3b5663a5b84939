package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LocalServerTest {

    @Test
    void aProgramThatIsNotInstalledIsNamedWithItsPackage() {
        var missing = new LocalServer.Program("no-such-server", "no-such-package", (_, _) -> List.of());
        assertThatThrownBy(() -> LocalServer.start(missing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-server is neither on the PATH")
                .hasMessageContaining("apt-get install no-such-package");
    }

    @Test
    void aServerThatDoesNotStartSaysWhy() {
        assertThatThrownBy(() -> PrivateNats.start("no_such_setting {"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nats-server did not start");
    }

    @Test
    void brokersTellWhoListens() {
        try (var nats = PrivateNats.start();
                var redis = PrivateRedis.start()) {
            assertThat(nats.channels()).isEmpty();
            assertThat(redis.channels()).isEmpty();
            assertThat(redis.call("PING")).containsExactly("PONG");
            redis.killHard();
            redis.restart();
            assertThat(redis.call("PING")).containsExactly("PONG");
        }
    }
}
