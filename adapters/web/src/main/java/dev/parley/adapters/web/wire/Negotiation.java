package dev.parley.adapters.web.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/// Waits until TLS has settled which HTTP is spoken, and sees to what is HTTP/1. Stands before the framework's handler
/// that waits for the same.
final class Negotiation extends ChannelInboundHandlerAdapter {

    private final Runnable http1;

    /// @param http1 called before the first request is read
    Negotiation(Runnable http1) {
        this.http1 = http1;
    }

    /// Nothing is decrypted before this event has come all the way.
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        ctx.fireUserEventTriggered(event);
        if (event instanceof SslHandshakeCompletionEvent done) {
            if (done.isSuccess() && ctx.pipeline().get(HttpServerCodec.class) != null) {
                http1.run();
            }
            ctx.pipeline().remove(this);
        }
    }
}
