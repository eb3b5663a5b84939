package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.door.DoorExchange;
import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.wire.StreamConnection;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.PassBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A stream's way out straight to its connection, which it has alone once the answer's head is sent. The same object is
/// the connection's only handler beside TLS: this is all that a stream that waits costs here. All on the connection's
/// event loop, which is the stream's lane.
///
/// What is written before the head is out is kept: the stream writes such only to say that it ends, so more than a few
/// slices are a fault that costs the connection.
final class DirectOutlet extends StreamConnection implements StreamOutlet, ChannelFutureListener {

    private enum Phase {
        /// The head is not out yet.
        HANDSHAKE,
        OPEN,
        /// The end is written, or follows the head.
        ENDING,
        CLOSED
    }

    private static final Logger log = LoggerFactory.getLogger(DirectOutlet.class);
    private static final int LAST_SECONDS = 10;
    private static final long MOST_KEPT = 64 << 10;
    private static final ByteBuf LAST_CHUNK = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));

    private final Channel channel;
    private final LaneExecutor lane;
    private final boolean chunked;
    private Phase phase = Phase.HANDSHAKE;
    private boolean writing;
    private @Nullable OpenStream stream;
    /// Until the head is out.
    private @Nullable DoorExchange door;

    private @Nullable Queue<ByteBuf> kept;

    DirectOutlet(DoorExchange door, LaneExecutor lane) {
        this(door, door.channel(), lane, door.chunks());
    }

    /// For what is no HTTP any more, and whose head somebody else sends.
    static DirectOutlet bare(Channel channel, LaneExecutor lane) {
        return new DirectOutlet(null, channel, lane, false);
    }

    private DirectOutlet(@Nullable DoorExchange door, Channel channel, LaneExecutor lane, boolean chunked) {
        this.door = door;
        this.channel = channel;
        this.chunked = chunked;
        this.lane = lane;
        channel.closeFuture().addListener(this);
    }

    @Override
    public void open(OpenStream opened) {
        stream = opened;
        if (phase == Phase.CLOSED) {
            lane.execute(opened::closed);
        } else if (phase == Phase.OPEN) {
            lane.execute(opened::writable);
        }
    }

    @Override
    public void refused() {
        channel.closeFuture().removeListener(this);
    }

    @Override
    public Outgoing reply() {
        return new DirectReply(this);
    }

    /// Sends the head; the stream's first bytes follow it.
    void sendHead() {
        if (door != null) {
            door.handOver(this::headSent, this);
        }
    }

    void headSent() {
        door = null;
        boolean ending = phase == Phase.ENDING;
        if (phase == Phase.CLOSED) {
            return;
        }
        tune(channel);
        phase = Phase.OPEN;
        if (kept != null) {
            kept.forEach(this::send);
            kept = null;
        }
        if (ending) {
            end();
        } else {
            takesMore();
        }
    }

    @Override
    public boolean writable() {
        return phase == Phase.OPEN && channel.isWritable();
    }

    @Override
    public void write(PassBuffer buffer) {
        boolean over = phase == Phase.ENDING || phase == Phase.CLOSED;
        if (over || buffer.size() == 0) {
            buffer.release();
            return;
        }
        var gathered = (NettyPassBuffers.Gathered) buffer;
        ByteBuf bytes = chunked ? gathered.chunk() : gathered.bare();
        if (phase == Phase.OPEN) {
            send(bytes);
        } else {
            keep(bytes);
        }
    }

    private void send(ByteBuf bytes) {
        writing = true;
        channel.writeAndFlush(bytes, channel.voidPromise());
        writing = false;
    }

    private void keep(ByteBuf bytes) {
        if (kept == null) {
            kept = new ArrayDeque<>();
        }
        kept.add(bytes);
        if (keptBytes() > MOST_KEPT) {
            abort();
        }
    }

    private long keptBytes() {
        return kept == null
                ? 0
                : kept.stream().mapToLong(ByteBuf::readableBytes).sum();
    }

    @Override
    public long pending() {
        return keptBytes() + unsent(channel);
    }

    @Override
    public long acknowledged() {
        return acknowledged(channel);
    }

    @Override
    public boolean gone() {
        return gone(channel);
    }

    @Override
    public void end() {
        endWith(chunked ? LAST_CHUNK.duplicate() : Unpooled.EMPTY_BUFFER);
    }

    /// Closes the connection after these bytes, unless it is ending already.
    void endWith(ByteBuf last) {
        if (phase == Phase.OPEN) {
            channel.writeAndFlush(last).addListener(CLOSE);
            var _ = channel.eventLoop().schedule(this::cut, LAST_SECONDS, TimeUnit.SECONDS);
        } else {
            last.release();
        }
        if (phase != Phase.CLOSED) {
            phase = Phase.ENDING;
        }
    }

    /// Whoever does not even take the end is not waited for.
    private void cut() {
        if (phase != Phase.CLOSED) {
            abort();
        }
    }

    /// Whether something may be said beside what the stream writes.
    boolean open() {
        return phase == Phase.OPEN;
    }

    /// Past TLS, which would first wait for what it has written to be taken.
    @Override
    public void abort() {
        if (phase != Phase.CLOSED) {
            phase = Phase.ENDING;
            channel.unsafe().close(channel.unsafe().voidPromise());
        }
    }

    /// Never from within a call of the stream's: Netty tells of this in the middle of a write.
    @Override
    protected void takesMore() {
        if (stream == null || !writable()) {
            return;
        }
        if (writing) {
            lane.execute(stream::writable);
        } else {
            stream.writable();
        }
    }

    /// The connection is closed, by whichever side.
    @Override
    public void operationComplete(ChannelFuture closed) {
        phase = Phase.CLOSED;
        door = null;
        if (kept != null) {
            kept.forEach(ByteBuf::release);
            kept = null;
        }
        if (stream != null) {
            lane.execute(stream::closed);
        }
    }

    /// A client that has gone, or speaks TLS wrongly, is no fault of ours.
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
        if (!(thrown instanceof IOException || thrown instanceof DecoderException)) {
            log.error("A stream's connection failed", thrown);
        }
        ctx.close();
    }
}
