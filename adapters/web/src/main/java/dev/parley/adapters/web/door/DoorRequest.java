package dev.parley.adapters.web.door;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.http.support.Netty4HeadersAdapter;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;

/// A request at the front door as Spring sees it.
final class DoorRequest extends AbstractServerHttpRequest {

    private final DoorExchange exchange;
    private final HttpRequest request;

    DoorRequest(DoorExchange exchange, HttpRequest request, URI uri) {
        super(HttpMethod.GET, uri, null, new HttpHeaders(new Netty4HeadersAdapter(request.headers())));
        this.exchange = exchange;
        this.request = request;
    }

    /// @return null when it has an address that is none
    static @Nullable URI uri(Channel channel, HttpRequest request) {
        String scheme = tls(channel) == null ? "http://" : "https://";
        String host = request.headers().get(HttpHeaderNames.HOST);
        if (host == null && channel.localAddress() instanceof InetSocketAddress local) {
            host = local.getHostString() + ":" + local.getPort();
        }
        try {
            return new URI(scheme + host + request.uri());
        } catch (URISyntaxException _) {
            return null;
        }
    }

    private static @Nullable SslHandler tls(Channel channel) {
        return channel.pipeline().get(SslHandler.class);
    }

    @Override
    protected MultiValueMap<String, HttpCookie> initCookies() {
        MultiValueMap<String, HttpCookie> cookies = new LinkedMultiValueMap<>();
        request.headers().getAll(HttpHeaderNames.COOKIE).stream()
                .flatMap(header -> ServerCookieDecoder.STRICT.decodeAll(header).stream())
                .forEach(cookie -> cookies.add(cookie.name(), new HttpCookie(cookie.name(), cookie.value())));
        return cookies;
    }

    @Override
    public @Nullable InetSocketAddress getLocalAddress() {
        return exchange.channel().localAddress() instanceof InetSocketAddress local ? local : null;
    }

    @Override
    public @Nullable InetSocketAddress getRemoteAddress() {
        return exchange.channel().remoteAddress() instanceof InetSocketAddress peer ? peer : null;
    }

    @Override
    protected @Nullable SslInfo initSslInfo() {
        SslHandler tls = tls(exchange.channel());
        return tls == null
                ? null
                : SslInfo.from(
                        HexFormat.of().formatHex(tls.engine().getSession().getId()));
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return Flux.empty();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T getNativeRequest() {
        return (T) exchange;
    }

    @Override
    protected String initId() {
        return exchange.channel().id().asShortText();
    }
}
