package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The opening handshake of a WebSocket (RFC 6455, section 4.2).
///
/// @param key as the client sent it
/// @param protocol what is spoken; null = the client named nothing, and speaks it all the same
record SocketHandshake(String key, @Nullable String protocol) {

    static final String PROTOCOL = "parley.v1";

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    static SocketHandshake of(Call call) {
        String key = call.header("Sec-WebSocket-Key");
        if (!lists(call, "Upgrade", "websocket") || !lists(call, "Connection", "upgrade") || key == null) {
            throw upgradeRequired();
        }
        if (!WebSocketVersion.V13.toHttpHeaderValue().equals(call.header("Sec-WebSocket-Version"))) {
            throw upgradeRequired();
        }
        if (!wellFormed(key.strip())) {
            throw Problem.of(ProblemCode.INVALID_PARAMETER, "the header Sec-WebSocket-Key is 16 bytes in Base64")
                    .exception();
        }
        return new SocketHandshake(key.strip(), protocol(call));
    }

    private static RuntimeException upgradeRequired() {
        return Problem.of(ProblemCode.UPGRADE_REQUIRED)
                .header("Upgrade", "websocket")
                .header("Sec-WebSocket-Version", WebSocketVersion.V13.toHttpHeaderValue())
                .exception();
    }

    private static boolean wellFormed(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean lists(Call call, String header, String value) {
        return items(call, header).stream().anyMatch(value::equalsIgnoreCase);
    }

    private static List<String> items(Call call, String header) {
        return call.request().getHeaders().getOrEmpty(header).stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .toList();
    }

    /// A client that names protocols goes away unless one of them is answered.
    private static @Nullable String protocol(Call call) {
        List<String> offered = items(call, "Sec-WebSocket-Protocol");
        if (offered.isEmpty()) {
            return null;
        }
        if (!offered.contains(PROTOCOL)) {
            throw Problem.of(ProblemCode.INVALID_PARAMETER, "the subprotocol here is " + PROTOCOL)
                    .exception();
        }
        return PROTOCOL;
    }

    /// Those of the answer.
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Upgrade", "websocket");
        headers.put("Connection", "Upgrade");
        headers.put("Sec-WebSocket-Accept", accept());
        if (protocol != null) {
            headers.put("Sec-WebSocket-Protocol", protocol);
        }
        return headers;
    }

    private String accept() {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder().encodeToString(sha1.digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
