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
    private final @Nullable String published;

    /// @param publicUrl under which this server's own pages are found; null = under each request's Host
    public Origins(List<String> listed, @Nullable String publicUrl) {
        this.published = publicUrl == null ? null : origin(publicUrl);
        this.listed = listed.stream().map(Origins::normal).collect(Collectors.toUnmodifiableSet());
    }

    private static String normal(String origin) {
        return origin.strip().toLowerCase(Locale.ROOT);
    }

    /// Scheme, host and port of an address.
    private static String origin(String url) {
        int path = url.indexOf('/', url.indexOf("//") + 2);
        return normal(path < 0 ? url : url.substring(0, path));
    }

    public boolean none() {
        return listed.isEmpty();
    }

    /// @param origin as the browser sent it
    public boolean lists(String origin) {
        return listed.contains(origin);
    }

    /// Whether a stream may be read from where the request came: no page at all, this server's own, or a listed one.
    public boolean mayRead(ServerHttpRequest request) {
        List<String> sent = request.getHeaders().getOrEmpty("Origin");
        return sent.isEmpty() || (sent.size() == 1 && mayRead(request, sent.getFirst()));
    }

    private boolean mayRead(ServerHttpRequest request, String origin) {
        return origin.equals(published) || lists(origin) || own(request);
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
