package dev.parley.adapters.web.http;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/// Under which address clients reach this server: as configured, else as the request's Host header says when it has the
/// form of one.
public final class PublicUrl {

    private static final Pattern HOST =
            Pattern.compile("([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\\[[0-9a-f:.]{2,45}])(:[0-9]{1,5})?");

    private final @Nullable String configured;
    private volatile @Nullable InetSocketAddress listening;

    /// @param configured null = taken from each request
    public PublicUrl(@Nullable String configured) {
        this.configured = configured == null ? null : withoutSlash(configured);
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    public String of(ServerHttpRequest request) {
        if (configured != null) {
            return configured;
        }
        String host = host(request);
        String scheme = request.getSslInfo() == null ? "http://" : "https://";
        return host == null ? of(request.getLocalAddress()) : scheme + host;
    }

    /// For what fails before there is a request.
    public String of(@Nullable InetSocketAddress local) {
        if (configured != null) {
            return configured;
        }
        return local == null ? "http://localhost" : "http://localhost:" + local.getPort();
    }

    /// For what belongs to no single request.
    public String ofServer() {
        return of(listening);
    }

    /// Where the server listens, once it does.
    public void listening(int port) {
        listening = InetSocketAddress.createUnresolved("localhost", port);
    }

    /// The Host header in lower case if it is one.
    public static @Nullable String host(ServerHttpRequest request) {
        String host = request.getHeaders().getFirst("Host");
        if (host == null) {
            return null;
        }
        String lower = host.toLowerCase(Locale.ROOT);
        return HOST.matcher(lower).matches() ? lower : null;
    }
}
