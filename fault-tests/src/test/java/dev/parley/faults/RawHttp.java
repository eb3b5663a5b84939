package dev.parley.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A connection over which a test says exactly what it wants, byte by byte.
final class RawHttp implements AutoCloseable {

    private static final String TOKEN = Tokens.of("mallory");

    /// What came back before the connection ended or the time was up.
    record Reply(String text, Duration after, boolean closed) {

        /// 0 when nothing came.
        int status() {
            return text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
        }

        boolean hasCode(String code) {
            return text.contains("\"code\":\"" + code + "\"");
        }
    }

    private final Socket socket = new Socket();
    private final long openedAt = System.nanoTime();

    RawHttp(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
        socket.setTcpNoDelay(true);
    }

    /// The head of a request that publishes.
    ///
    /// @param target as it stands in the request line
    /// @param fields further fields, each ended by CR LF
    static String head(String target, String fields) {
        return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + TOKEN
                + "\r\nContent-Type: application/json\r\n" + fields + "\r\n";
    }

    /// A whole exchange, the body in one go.
    static Reply exchange(int port, String target, String body) throws IOException {
        try (var connection = new RawHttp(port)) {
            // The answer may come, and the connection end, before all is sent.
            Thread.ofVirtual()
                    .start(() -> connection.sayQuietly(
                            head(target, "Content-Length: " + body.length() + "\r\nConnection: close\r\n") + body));
            return connection.drip("", Duration.ofSeconds(1), Duration.ofSeconds(20));
        }
    }

    void say(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void sayQuietly(String text) {
        try {
            say(text);
        } catch (IOException _) {
            // The reply tells.
        }
    }

    /// Sends this again and again, with pauses, until the other side ends the connection.
    Reply drip(String drop, Duration pause, Duration atMost) throws IOException {
        var reply = new ByteArrayOutputStream();
        socket.setSoTimeout((int) pause.toMillis());
        while (sinceOpened().compareTo(atMost) < 0) {
            try {
                if (!readSome(socket.getInputStream(), reply)) {
                    return reply(reply, true);
                }
            } catch (SocketTimeoutException _) {
                sayQuietly(drop);
            } catch (IOException _) {
                return reply(reply, true);
            }
        }
        return reply(reply, false);
    }

    private static boolean readSome(InputStream in, ByteArrayOutputStream reply) throws IOException {
        byte[] buffer = new byte[4_096];
        int count = in.read(buffer);
        if (count > 0) {
            reply.write(buffer, 0, count);
        }
        return count >= 0;
    }

    private Reply reply(ByteArrayOutputStream bytes, boolean closed) {
        return new Reply(bytes.toString(StandardCharsets.UTF_8), sinceOpened(), closed);
    }

    private Duration sinceOpened() {
        return Duration.ofNanos(System.nanoTime() - openedAt);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
