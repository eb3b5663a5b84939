package dev.parley.adapters.web.wire;

import dev.parley.adapters.web.http.BodyFailure;
import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResultProvider;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;

/// Answers what is no HTTP with a problem document, without a line in the log for each, and puts one into the answers
/// that
/// the framework gives by itself with a status and nothing else. The connection is closed after either.
final class MalformedRequests extends ChannelDuplexHandler {

    private final PublicUrl publicUrl;
    private final ConnectionGuard guard;

    MalformedRequests(PublicUrl publicUrl, ConnectionGuard guard) {
        this.publicUrl = publicUrl;
        this.guard = guard;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof DecoderResultProvider decoded)
                || decoded.decoderResult().isSuccess()) {
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (message instanceof HttpRequest
                && guard.answering() == 1
                && ctx.channel().isActive()) {
            ProblemCode code = code(decoded.decoderResult().cause());
            ctx.writeAndFlush(problem(ctx, code)).addListener(ChannelFutureListener.CLOSE);
        } else if (!BodyFailure.tell(ctx.channel(), ProblemCode.BAD_REQUEST)) {
            ctx.channel().close();
        }
    }

    private static ProblemCode code(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> ProblemCode.URI_TOO_LONG;
            case TooLongHttpHeaderException _ -> ProblemCode.HEADERS_TOO_LARGE;
            default -> ProblemCode.BAD_REQUEST;
        };
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof FullHttpResponse response && empty(response)) {
            response.release();
            ctx.write(problem(ctx, code(response.status())), promise.unvoid()).addListener(ChannelFutureListener.CLOSE);
        } else {
            ctx.write(message, promise);
        }
    }

    private static boolean empty(FullHttpResponse response) {
        return response.status().code() >= 400
                && !response.content().isReadable()
                && !response.headers().contains(HttpHeaderNames.CONTENT_TYPE);
    }

    private static ProblemCode code(HttpResponseStatus status) {
        return switch (status.code()) {
            case 413 -> ProblemCode.PAYLOAD_TOO_LARGE;
            case 414 -> ProblemCode.URI_TOO_LONG;
            case 431 -> ProblemCode.HEADERS_TOO_LARGE;
            default -> status.code() >= 500 ? ProblemCode.INTERNAL : ProblemCode.BAD_REQUEST;
        };
    }

    private FullHttpResponse problem(ChannelHandlerContext ctx, ProblemCode code) {
        var local = (InetSocketAddress) ctx.channel().localAddress();
        byte[] body = ProblemJson.of(Problem.of(code), publicUrl.of(local), Trace.random());
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(code.status()), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, ProblemJson.MEDIA_TYPE)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("X-Content-Type-Options", "nosniff")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }
}
