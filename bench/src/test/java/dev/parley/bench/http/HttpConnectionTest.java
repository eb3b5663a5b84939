package dev.parley.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

    private static final int LONGEST = 100_000;

    /// Asks for one answer and keeps it.
    private static final class One implements Exchange {

        private @Nullable HttpAnswer answer;

        @Override
        public int claim() {
            return 0;
        }

        @Override
        public void write(int n, int connection, ByteBuffer request) {
            request.put("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void answered(int n, HttpAnswer found, long nanos) {
            answer = found;
        }
    }

    private static final Exchange NOTHING_TO_ASK = new Exchange() {
        @Override
        public int claim() {
            return -1;
        }

        @Override
        public void write(int n, int connection, ByteBuffer request) {
            throw new AssertionError("there is nothing to ask");
        }

        @Override
        public void answered(int n, HttpAnswer answer, long nanos) {
            throw new AssertionError("nothing was asked");
        }
    };

    @Test
    void aConnectionThatTheServerClosesForWantOfRequestsIsOpenedAnew() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var selector = Selector.open();
                var connection = new HttpConnection(0, server.getLocalSocketAddress(), selector)) {
            server.setSoTimeout(5_000);
            server.accept().close();

            assertThat(selector.select(5_000)).isEqualTo(1);
            assertThat(connection.goOn(NOTHING_TO_ASK)).isFalse();

            try (var again = server.accept()) {
                assertThat(again.isConnected()).isTrue();
            }
        }
    }

    private static One asked(int length) throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var selector = Selector.open();
                var connection = new HttpConnection(0, server.getLocalSocketAddress(), selector, LONGEST);
                var answering = server.accept()) {
            var one = new One();
            connection.begin(one);
            var head = "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n";
            Thread.ofVirtual().start(() -> {
                try {
                    answering.getOutputStream().write((head + "x".repeat(length)).getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // It was too long.
                }
            });
            while (one.answer == null) {
                assertThat(selector.select(5_000)).isEqualTo(1);
                selector.selectedKeys().clear();
                connection.goOn(one);
            }
            return one;
        }
    }

    @Test
    void anAnswerIsAsLongAsWasSaid() throws Exception {
        HttpAnswer answer = Objects.requireNonNull(asked(LONGEST - 100).answer);
        assertThat(answer.bytes().length - answer.bodyFrom()).isEqualTo(LONGEST - 100);
        assertThatThrownBy(() -> asked(LONGEST))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("longer than " + LONGEST);
    }
}
