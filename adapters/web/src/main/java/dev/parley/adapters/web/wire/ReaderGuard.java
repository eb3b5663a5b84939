package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection whose client takes nothing of its answer for a while: the answer is held in memory for it. Costs
/// a
/// look after each flush, and a timer only while something is left unsent. On the connection's event loop.
final class ReaderGuard extends ChannelDuplexHandler {

    private final Duration patience;
    private @Nullable Future<?> check;
    private long unsent;
    private long progress;

    /// @param patience how long nothing at all may be taken
    ReaderGuard(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        if (check == null) {
            watch(ctx);
        }
    }

    private void watch(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer buffer = left(ctx.channel());
        if (buffer != null) {
            unsent = buffer.totalPendingWriteBytes();
            progress = buffer.currentProgress();
            check = ctx.executor().schedule(() -> check(ctx), patience.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void check(ChannelHandlerContext ctx) {
        check = null;
        ChannelOutboundBuffer buffer = left(ctx.channel());
        if (buffer == null) {
            return;
        }
        if (buffer.totalPendingWriteBytes() == unsent && buffer.currentProgress() == progress) {
            ctx.close();
        } else {
            watch(ctx);
        }
    }

    private static @Nullable ChannelOutboundBuffer left(Channel channel) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null || buffer.totalPendingWriteBytes() == 0 ? null : buffer;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (check != null) {
            check.cancel(false);
        }
    }
}
