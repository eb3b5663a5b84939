package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class PrivatePostgresTest {

    @Test
    void aKilledServerComesBackOnItsPort() throws IOException {
        try (var postgres = PrivatePostgres.start()) {
            assertThat(accepts(postgres.port())).isTrue();

            postgres.killHard();
            assertThat(accepts(postgres.port())).isFalse();

            postgres.restart();
            assertThat(accepts(postgres.port())).isTrue();
            assertThat(postgres.freshDatabase()).startsWith("postgresql://127.0.0.1:" + postgres.port() + "/");
        }
    }

    private static boolean accepts(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException _) {
            return false;
        }
    }
}
