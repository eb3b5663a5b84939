package dev.parley.adapters.web.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/// Which pages of other origins may talk to this server: those listed, by exact match.
public final class Origins {

    private final Set<String> listed;

    public Origins(List<String> listed) {
        this.listed = listed.stream().map(Origins::normal).collect(Collectors.toUnmodifiableSet());
    }

    private static String normal(String origin) {
        return origin.strip().toLowerCase(Locale.ROOT);
    }

    public boolean none() {
        return listed.isEmpty();
    }

    public boolean lists(String origin) {
        return listed.contains(normal(origin));
    }

    /// Whether the request came from a page of this server itself, or from no page at all.
    public static boolean own(ServerHttpRequest request) {
        String origin = request.getHeaders().getFirst("Origin");
        return origin == null || sameHost(normal(origin), PublicUrl.host(request));
    }

    private static boolean sameHost(String origin, @Nullable String host) {
        return origin.equals("http://" + host) || origin.equals("https://" + host);
    }
}
