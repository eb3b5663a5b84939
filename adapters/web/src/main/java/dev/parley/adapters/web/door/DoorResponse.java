package dev.parley.adapters.web.door;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.support.Netty4HeadersAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// An answer at the front door as Spring writes it. A body is gathered, since the only long ones are streams, which are
/// not written here.
final class DoorResponse extends AbstractServerHttpResponse {

    private final DoorExchange exchange;
    private final HttpHeaders headers;
    private ByteBuf body = Unpooled.EMPTY_BUFFER;

    DoorResponse(DoorExchange exchange) {
        this(exchange, new DefaultHttpHeaders());
    }

    private DoorResponse(DoorExchange exchange, HttpHeaders headers) {
        super(
                DefaultDataBufferFactory.sharedInstance,
                new org.springframework.http.HttpHeaders(new Netty4HeadersAdapter(headers)));
        this.exchange = exchange;
        this.headers = headers;
    }

    /// As it was set; what nobody has set is well.
    HttpResponseStatus status() {
        @Nullable HttpStatusCode status = getStatusCode();
        return status == null ? HttpResponseStatus.OK : HttpResponseStatus.valueOf(status.value());
    }

    HttpHeaders headers() {
        return headers;
    }

    /// The answer with its length. What was not finished is a fault.
    FullHttpResponse whole() {
        var whole = isCommitted()
                ? new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status(), body, headers, EmptyHttpHeaders.INSTANCE)
                : new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, uncommitted(), Unpooled.EMPTY_BUFFER);
        if (whole.status().code() != HttpResponseStatus.NO_CONTENT.code()) {
            whole.headers()
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, whole.content().readableBytes());
        }
        return whole;
    }

    private HttpResponseStatus uncommitted() {
        return status().code() >= 400 ? status() : HttpResponseStatus.INTERNAL_SERVER_ERROR;
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> written) {
        return DataBufferUtils.join(written).doOnNext(this::keep).then();
    }

    /// As it is: these buffers are on the heap and nobody's but the answer's, or are never changed.
    private void keep(DataBuffer written) {
        body = Unpooled.wrappedBuffer(((DefaultDataBuffer) written).getNativeBuffer());
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> written) {
        return writeWithInternal(Flux.from(written).concatMap(part -> part));
    }

    @Override
    protected void applyStatusCode() {
        // Asked for when the answer is written.
    }

    @Override
    protected void applyHeaders() {
        // They are Netty's own already.
    }

    @Override
    protected void applyCookies() {
        getCookies().values().forEach(all -> all.forEach(cookie -> headers.add(HttpHeaderNames.SET_COOKIE, cookie)));
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T getNativeResponse() {
        return (T) exchange;
    }
}
