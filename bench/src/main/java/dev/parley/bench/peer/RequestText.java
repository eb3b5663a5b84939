package dev.parley.bench.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Writes requests that have a body.
final class RequestText {

    private RequestText() {}

    /// @param line method and address
    /// @param headers each with its line end
    static void write(String line, String headers, String body, ByteBuffer request) {
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        request.put((line + " HTTP/1.1\r\n" + headers + "Content-Length: " + bytes.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII))
                .put(bytes);
    }
}
