package dev.parley.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

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
}
