package dev.parley.adapters.web.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringSocketChannel;
import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportTest {

    private static void channelsAre(Class<?> type, String... properties) throws IOException {
        try (StreamServer server = StreamServer.start(properties)) {
            server.room("any", "");
            try (RawStream stream = RawStream.open(
                    server.port(),
                    RawStream.get("/v1/rooms/any/events", "Authorization: Bearer " + server.token("alice")))) {
                assertThat(stream.status()).isEqualTo(200);
                assertThat(server.connections()).isNotEmpty().hasOnlyElementsOfType(type);
            }
        }
    }

    /// The framework would take io_uring, whose library is there.
    @Test
    void withoutAWordItIsEpoll() throws IOException {
        Assumptions.assumeTrue(Epoll.isAvailable(), "this is not Linux");
        channelsAre(EpollSocketChannel.class);
    }

    @Test
    void ioUringIsUsedWhenItIsAskedFor() throws IOException {
        Assumptions.assumeTrue(IoUring.isAvailable(), "this machine has no io_uring");
        channelsAre(IoUringSocketChannel.class, "parley.transport=io_uring");
    }

    @Test
    void whatThisMachineHasNotIsSaidInOneSentence() {
        var cause = new UnsatisfiedLinkError("failed to load");
        cause.initCause(new RuntimeException("io_uring_setup: Operation not permitted\nmore"));
        assertThat(Transport.complaint("io_uring", cause))
                .startsWith("parley.transport=io_uring cannot be had on this machine (io_uring_setup: Operation not"
                        + " permitted)")
                .endsWith(".")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({"1, 2048", "512, 2048", "513, 4096", "2500, 16384", "16384, 65536", "1000000, 65536"})
    void aRingHoldsFourCompletionsOfEachConnection(int connections, int completions) {
        assertThat(Transport.completions(connections)).isEqualTo(completions);
    }
}
