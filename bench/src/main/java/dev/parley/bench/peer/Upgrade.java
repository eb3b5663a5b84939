package dev.parley.bench.peer;

import java.nio.charset.StandardCharsets;

/// Asks for a WebSocket. The key is always the same: what the server makes of it is not looked at.
final class Upgrade {

    private Upgrade() {}

    /// @param headers further ones, each with its line end
    static byte[] request(String path, String headers) {
        return ("GET " + path + " HTTP/1.1\r\n" + headers
                        + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: cGFybGV5LWxvYWQtdGVzdA==\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
