package dev.parley.adapters.web.wire;

import dev.parley.adapters.web.http.BodyFailure;
import dev.parley.adapters.web.problem.ProblemCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Watches over one connection, below HTTP: how long a request may take to come, how long a connection may stay idle,
/// and
/// that a client who is still sending reads the answer before the connection goes.
///
/// Two handlers share it: this one stands before the codec and sees bytes, [Requests] stands behind it and sees
/// requests
/// and responses. All on the connection's event loop.
final class ConnectionGuard extends ChannelDuplexHandler {

    /// What the client owes and since when.
    private enum Phase {
        /// The next request, if it wants one.
        IDLE,
        /// The rest of a request's head.
        HEAD,
        /// The rest of a request's body.
        BODY,
        /// Nothing: it waits for an answer.
        ANSWERING,
        /// The body was too slow; the answer that says so is under way.
        OVERDUE
    }

    /// A client that sends on after its answer is read from for so long and so much, since closing at once would make
    /// its
    /// system throw the answer away unread.
    private static final long LINGER_SECONDS = 5;
    private static final long LINGER_BYTES = 16L << 20;

    private final GuardLimits limits;
    private Phase phase = Phase.IDLE;
    private int unanswered;
    private boolean lingering;
    private long lingered;
    private boolean watching;
    private long deadline;
    private long alarmAt;
    private @Nullable Future<?> alarm;

    ConnectionGuard(GuardLimits limits) {
        this.limits = limits;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        enter(ctx, Phase.IDLE);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (alarm != null) {
            alarm.cancel(false);
        }
        watching = false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (lingering) {
            discard(ctx, message);
            return;
        }
        if (phase == Phase.IDLE || phase == Phase.ANSWERING) {
            enter(ctx, Phase.HEAD);
        }
        ctx.fireChannelRead(message);
    }

    private void discard(ChannelHandlerContext ctx, Object message) {
        lingered += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        ReferenceCountUtil.release(message);
        if (lingered > LINGER_BYTES) {
            ctx.close();
        }
    }

    /// A client that has gone is no fault: the connection is closed next, and that is all anybody needs to hear.
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            ctx.fireExceptionCaught(cause);
        }
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        boolean stillSending = phase == Phase.HEAD || phase == Phase.BODY || phase == Phase.OVERDUE;
        if (!stillSending || lingering || !(ctx.channel() instanceof DuplexChannel channel) || !channel.isActive()) {
            ctx.close(promise);
            return;
        }
        lingering = true;
        watching = false;
        channel.shutdownOutput();
        channel.config().setAutoRead(true);
        ctx.executor().schedule(() -> ctx.close(promise), LINGER_SECONDS, TimeUnit.SECONDS);
    }

    private void enter(ChannelHandlerContext ctx, Phase next) {
        phase = next;
        long nanos = limits.nanos(
                switch (next) {
                    case IDLE -> limits.idle();
                    case HEAD -> limits.head();
                    case BODY -> limits.body();
                    case OVERDUE -> limits.overdue();
                    case ANSWERING -> null;
                });
        watching = nanos > 0;
        if (watching) {
            deadline = now(ctx) + nanos;
            ring(ctx);
        }
    }

    /// One alarm serves all phases: it goes off early rather than being set anew for each, and looks whether it is
    /// time.
    private void ring(ChannelHandlerContext ctx) {
        if (alarm != null && alarmAt - deadline <= 0) {
            return;
        }
        if (alarm != null) {
            alarm.cancel(false);
        }
        alarmAt = deadline;
        alarm = ctx.executor().schedule(() -> rung(ctx), deadline - now(ctx), TimeUnit.NANOSECONDS);
    }

    private void rung(ChannelHandlerContext ctx) {
        alarm = null;
        if (!watching) {
            return;
        }
        if (now(ctx) - deadline < 0) {
            ring(ctx);
        } else if (phase == Phase.BODY && unanswered > 0) {
            enter(ctx, Phase.OVERDUE);
            BodyFailure.tell(ctx.channel(), ProblemCode.REQUEST_TIMEOUT);
        } else {
            phase = Phase.IDLE;
            ctx.channel().close();
        }
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }

    /// Requests whose answers are not written to the end yet.
    int answering() {
        return unanswered;
    }

    Requests requests() {
        return new Requests();
    }

    /// The half behind the codec.
    final class Requests extends ChannelDuplexHandler {

        private @Nullable ChannelHandlerContext bytes;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest) {
                unanswered++;
                enter(bytes(ctx), Phase.BODY);
            }
            if (message instanceof LastHttpContent && !(message instanceof HttpRequest)) {
                enter(bytes(ctx), unanswered > 0 ? Phase.ANSWERING : Phase.IDLE);
            }
            ctx.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            if (message instanceof HttpResponse response
                    && response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
                release(ctx);
            } else if (message instanceof LastHttpContent && !interim(message)) {
                answered(ctx);
            }
            ctx.write(message, promise);
        }

        private void answered(ChannelHandlerContext ctx) {
            unanswered--;
            if (unanswered == 0 && phase == Phase.ANSWERING) {
                enter(bytes(ctx), Phase.IDLE);
            }
        }

        private static boolean interim(Object message) {
            return message instanceof HttpResponse response && response.status().code() < 200;
        }

        /// What is no HTTP any more has rules of its own.
        private void release(ChannelHandlerContext ctx) {
            ctx.pipeline().remove(ConnectionGuard.this);
            ctx.pipeline().remove(this);
        }

        private ChannelHandlerContext bytes(ChannelHandlerContext ctx) {
            if (bytes == null) {
                bytes = ctx.pipeline().context(ConnectionGuard.this);
            }
            return bytes;
        }
    }
}
