package dev.parley.adapters.web.http;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/// Whether a request was made on this machine. A proxy on it passes on what comes from elsewhere: it has the right
/// peer, and betrays itself by the name it was reached under or by the headers it adds.
public final class LocalCaller {

    private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final List<String> OF_PROXIES =
            List.of("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private LocalCaller() {}

    /// Whether nothing speaks against it.
    public static boolean made(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return connected(request)
                && OF_PROXIES.stream().noneMatch(headers::containsHeader)
                && reachedByLocalName(request);
    }

    /// Whether the connection comes from this machine.
    public static boolean connected(ServerHttpRequest request) {
        InetSocketAddress peer = request.getRemoteAddress();
        return peer != null && peer.getAddress() != null && peer.getAddress().isLoopbackAddress();
    }

    /// Whether the Host header names this machine.
    public static boolean reachedByLocalName(ServerHttpRequest request) {
        @Nullable String host = PublicUrl.host(request);
        return host != null && NAMES.contains(withoutPort(host));
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') && colon > 0 ? host.substring(0, colon) : host;
    }
}
