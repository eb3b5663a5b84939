package dev.parley.adapters.web.door;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.HttpHandler;

/// The door of one connection. While a request that was taken here is under way nothing else of the connection goes on:
/// what has been read is held, and goes on once the answer is written, unless that is a stream, which has the
/// connection
/// alone. On the connection's event loop.
final class DoorHandler extends ChannelInboundHandlerAdapter {

    /// What one read brings is a few of them; more is not a client that waits for answers.
    private static final int MOST_HELD = 64;

    private final Supplier<HttpHandler> application;
    private final HandshakeGate gate;
    private final IntSupplier unanswered;
    private @Nullable HttpRequest asked;
    private @Nullable Runnable handshake;
    private boolean busy;
    /// Whether the request under way waits for its turn, as those for streams do. A pull is as short as any other
    /// request.
    private boolean gated;
    private @Nullable Queue<Object> held;

    DoorHandler(Supplier<HttpHandler> application, HandshakeGate gate, IntSupplier unanswered) {
        this.application = application;
        this.gate = gate;
        this.unanswered = unanswered;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (busy) {
            hold(ctx, message);
        } else {
            read(ctx, message);
        }
    }

    private void hold(ChannelHandlerContext ctx, Object message) {
        if (held == null) {
            held = new ArrayDeque<>();
        }
        held.add(message);
        if (held.size() > MOST_HELD) {
            ctx.channel().close();
        }
    }

    private void read(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request && unanswered.getAsInt() == 1 && isForUs(request)) {
            asked = request;
        } else if (asked != null && message instanceof LastHttpContent) {
            ReferenceCountUtil.release(message);
            take(ctx, asked);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private boolean isForUs(HttpRequest request) {
        gated = StreamRequests.isOne(request);
        return gated || StreamRequests.isPull(request);
    }

    private void take(ChannelHandlerContext ctx, HttpRequest request) {
        asked = null;
        DoorExchange exchange = DoorExchange.of(ctx, request, this);
        if (exchange == null) {
            ctx.fireChannelRead(request);
            ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
            return;
        }
        busy = true;
        // One more read, or a client that leaves would not be noticed.
        ctx.read();
        if (gated) {
            handshake = () -> exchange.begin(application);
            gate.enter(ctx.channel(), handshake);
        } else {
            exchange.begin(application);
        }
    }

    /// The request has been answered, or is being answered by a stream.
    ///
    /// @param goesOn whether the connection reads further requests
    void done(ChannelHandlerContext ctx, boolean goesOn) {
        if (gated) {
            handshake = null;
            gate.leave();
        }
        if (goesOn) {
            goOn(ctx);
        }
    }

    private void goOn(ChannelHandlerContext ctx) {
        busy = false;
        while (!busy && held != null && !held.isEmpty()) {
            read(ctx, held.remove());
        }
        if (!busy && ctx.channel().isActive()) {
            ctx.read();
        }
    }

    /// Whether the client has sent more than its request.
    boolean holdsAny() {
        return held != null && !held.isEmpty();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (handshake != null) {
            gate.giveUp(handshake);
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (held != null) {
            held.forEach(ReferenceCountUtil::release);
            held = null;
        }
    }
}
