package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyProxyTest {

    private ServerSocket echo;
    private FaultyProxy proxy;

    @BeforeEach
    void putItBeforeAnEcho() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        proxy = new FaultyProxy(echo.getLocalPort());
    }

    @AfterEach
    void end() throws IOException {
        proxy.close();
        echo.close();
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket client = echo.accept();
                Thread.ofVirtual().start(() -> {
                    try (client) {
                        client.getInputStream().transferTo(client.getOutputStream());
                    } catch (IOException _) {
                        // The test has cut it.
                    }
                });
            } catch (IOException _) {
                // Closed.
            }
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String hear(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    @Test
    void everythingPassesUntilItIsToFail() throws IOException {
        try (Socket client = connect()) {
            say(client, "hello");
            assertThat(hear(client, 5)).isEqualTo("hello");
        }
    }

    @Test
    void aCutConnectionEndsAndNewOnesDoToo() throws IOException {
        try (Socket client = connect()) {
            say(client, "a");
            hear(client, 1);
            proxy.cut();
            assertThat(ends(client)).isTrue();
        }
        try (Socket client = connect()) {
            assertThat(ends(client)).isTrue();
        }
        proxy.mend();
        everythingPassesUntilItIsToFail();
    }

    private static boolean ends(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException _) {
            return true;
        }
    }

    @Test
    void aHangingConnectionIsSilentAndGoesOn() throws IOException {
        try (Socket client = connect()) {
            say(client, "a");
            hear(client, 1);
            proxy.hang();
            say(client, "b");
            client.setSoTimeout(200);
            assertThatThrownBy(() -> hear(client, 1)).isInstanceOf(SocketTimeoutException.class);
            proxy.mend();
            client.setSoTimeout(5_000);
            assertThat(hear(client, 1)).isEqualTo("b");
        }
    }

    @Test
    void aSlowConnectionIsLate() throws IOException {
        try (Socket client = connect()) {
            proxy.slow(Duration.ofMillis(100));
            long since = System.nanoTime();
            say(client, "a");
            assertThat(hear(client, 1)).isEqualTo("a");
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void oneAnswerIsSwallowed() throws IOException {
        try (Socket client = connect()) {
            proxy.swallow("lost");
            say(client, "kept");
            assertThat(hear(client, 4)).isEqualTo("kept");
            say(client, "lost");
            client.setSoTimeout(200);
            assertThatThrownBy(() -> hear(client, 1)).isInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.hasSwallowed()).isTrue();
            client.setSoTimeout(5_000);
            say(client, "lost");
            assertThat(hear(client, 4)).isEqualTo("lost");
        }
    }
}
