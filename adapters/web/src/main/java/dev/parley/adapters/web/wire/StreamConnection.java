package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.ReferenceCountUtil;
import reactor.netty.NettyPipeline;

/// What is different about a connection whose answer is a stream, below HTTP. It has little on its way to the client,
/// so that a slow reader is noticed early and costs little; it is closed when the client is gone without a word; and it
/// ends when the client sends anything more, which nobody would ever answer and somebody would have to keep.
///
/// On the connection's event loop.
public abstract class StreamConnection extends ChannelInboundHandlerAdapter {

    private static final WriteBufferWaterMark LITTLE = new WriteBufferWaterMark(8 << 10, 16 << 10);

    /// Bytes the system takes beyond what it has sent; without it, it would take megabytes for a slow reader.
    private static final int UNSENT = 16 << 10;

    private static final int KEEP_ALIVE_SECONDS = 20;

    /// The connection takes more after it did not. May come in the middle of a write.
    protected abstract void takesMore();

    /// Before everything that reads HTTP.
    public final void begin(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (pipeline.get(NettyPipeline.HttpCodec) == null) {
            pipeline.addLast("parley.stream", this);
        } else {
            pipeline.addBefore(NettyPipeline.HttpCodec, "parley.stream", this);
        }
        tune(channel);
    }

    protected static void tune(Channel channel) {
        channel.config().setWriteBufferWaterMark(LITTLE);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        switch (channel) {
            case EpollSocketChannel socket ->
                socket.config()
                        .setTcpNotSentLowAt(UNSENT)
                        .setTcpKeepIdle(KEEP_ALIVE_SECONDS)
                        .setTcpKeepIntvl(KEEP_ALIVE_SECONDS / 4);
            case IoUringSocketChannel socket -> {
                var config = socket.config();
                config.setOption(IoUringChannelOption.TCP_NOTSENT_LOWAT, (long) UNSENT);
                config.setOption(IoUringChannelOption.TCP_KEEPIDLE, KEEP_ALIVE_SECONDS);
                config.setOption(IoUringChannelOption.TCP_KEEPINTVL, KEEP_ALIVE_SECONDS / 4);
            }
            default -> {}
        }
    }

    /// Bytes that were written and not yet handed to the system, to the byte; of a stream of HTTP/2, to its connection.
    public static long unsent(Channel channel) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        if (out != null) {
            return out.totalPendingWriteBytes() - out.currentProgress();
        }
        if (!channel.isActive()) {
            return 0;
        }
        WriteBufferWaterMark marks = channel.config().getWriteBufferWaterMark();
        long left = channel.bytesBeforeUnwritable();
        return Math.max(0, left > 0 ? marks.high() + 1 - left : marks.low() - 1 + channel.bytesBeforeWritable());
    }

    /// Bytes that the client's system has acknowledged; 0 where nobody knows, as of a single stream of HTTP/2.
    public static long acknowledged(Channel channel) {
        return TcpInfo.of(channel).map(TcpInfo::acknowledged).orElse(0L);
    }

    /// Whether the client's system answers nothing any more. On HTTP/2 all streams of a connection are gone together.
    public static boolean gone(Channel channel) {
        Channel connection = channel instanceof SocketChannel ? channel : channel.parent();
        return connection != null && TcpInfo.of(connection).map(TcpInfo::gone).orElse(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
        ctx.close();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.fireChannelWritabilityChanged();
        if (ctx.channel().isWritable()) {
            takesMore();
        }
    }
}
