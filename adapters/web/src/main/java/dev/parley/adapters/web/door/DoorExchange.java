package dev.parley.adapters.web.door;

import dev.parley.adapters.web.http.ChannelRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.HttpHandler;
import reactor.core.publisher.Mono;

/// A request at the front door and its answer: a short one, or a stream that takes the connection over. On the
/// connection's event loop.
public final class DoorExchange implements ChannelRequest {

    private final ChannelHandlerContext ctx;
    private final DoorHandler handler;
    private final HttpRequest asked;
    private final DoorRequest request;
    private final DoorResponse response;
    private boolean handedOver;

    private DoorExchange(ChannelHandlerContext ctx, HttpRequest asked, URI uri, DoorHandler handler) {
        this.ctx = ctx;
        this.handler = handler;
        this.asked = asked;
        this.request = new DoorRequest(this, asked, uri);
        this.response = new DoorResponse(this);
    }

    /// @return null when its address is none
    static @Nullable DoorExchange of(ChannelHandlerContext ctx, HttpRequest asked, DoorHandler handler) {
        URI uri = DoorRequest.uri(ctx.channel(), asked);
        return uri == null ? null : new DoorExchange(ctx, asked, uri, handler);
    }

    @Override
    public Channel channel() {
        return ctx.channel();
    }

    /// Whether what follows the head is in chunks; HTTP/1.0 does not know them.
    public boolean chunks() {
        return asked.protocolVersion().equals(HttpVersion.HTTP_1_1);
    }

    /// It is not cancelled when the client leaves: it is over soon, and its outlet hears that nobody is there.
    void begin(Supplier<HttpHandler> application) {
        Mono<Void> answered;
        try {
            answered = application.get().handle(request, response);
        } catch (RuntimeException thrown) {
            answered = Mono.error(thrown);
        }
        answered.subscribe(null, _ -> onLoop(this::end), () -> onLoop(this::end));
    }

    private void onLoop(Runnable task) {
        if (ctx.executor().inEventLoop()) {
            task.run();
        } else {
            ctx.executor().execute(task);
        }
    }

    private void end() {
        handler.done(ctx, !handedOver && channel().isActive() && answer());
    }

    /// @return whether the connection reads further requests
    private boolean answer() {
        FullHttpResponse whole = response.whole();
        boolean goesOn = chunks() && HttpUtil.isKeepAlive(asked) && HttpUtil.isKeepAlive(whole);
        HttpUtil.setKeepAlive(whole, goesOn);
        ChannelFuture written = ctx.writeAndFlush(whole);
        if (!goesOn) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
        return goesOn;
    }

    /// Sends the head of the answer as it was committed, and when it is out gives the connection to these handlers:
    /// beside TLS nothing else is left in its pipeline.
    ///
    /// @param done not called when the connection has failed
    /// @param stream the last of them, which writes the stream
    /// @param before others in their order; the first of all gets what else the client has sent
    public void handOver(Runnable done, ChannelHandler stream, ChannelHandler... before) {
        handedOver = true;
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status(), response.headers());
        if (chunks() && !head.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        ctx.writeAndFlush(head).addListener(sent -> {
            if (!sent.isSuccess() || !channel().isActive()) {
                channel().close();
            } else {
                strip(stream, Arrays.asList(before));
                done.run();
            }
        });
    }

    /// The new handlers stand last while the others go: what they have kept of the client's bytes comes to them.
    private void strip(ChannelHandler stream, List<ChannelHandler> before) {
        ChannelPipeline pipeline = channel().pipeline();
        boolean more = handler.holdsAny();
        List<ChannelHandler> others = List.copyOf(pipeline.toMap().values());
        before.forEach(pipeline::addLast);
        pipeline.addLast("parley.stream", stream);
        for (ChannelHandler other : others) {
            if (!(other instanceof SslHandler) && pipeline.context(other) != null) {
                pipeline.remove(other);
            }
        }
        channel().config().setAutoRead(true);
        if (more) {
            channel().close();
        }
    }
}
