package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.wire.StreamConnection;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.PassBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/// A stream's way out through WebFlux: the body of its response. All on the connection's event loop, which is the
/// stream's lane.
///
/// What was written before anybody asked for it is kept: the stream writes such only to say that it ends, so more than
/// a few slices are a fault that costs the connection.
final class WebFluxOutlet implements StreamOutlet, Publisher<DataBuffer>, Subscription {

    private static final long MOST_KEPT = 64 << 10;

    private final Channel channel;
    private final LaneExecutor lane;
    private final NettyDataBufferFactory buffers;
    private final GenericFutureListener<Future<Void>> gone = _ -> closed();
    private final Queue<ByteBuf> kept = new ArrayDeque<>();
    private long keptBytes;
    private @Nullable OpenStream stream;
    private @Nullable Subscriber<? super DataBuffer> response;
    private long demand;
    private boolean passing;
    private boolean ending;
    private boolean ended;
    private boolean closed;

    WebFluxOutlet(Channel channel, LaneExecutor lane) {
        this.channel = channel;
        this.lane = lane;
        this.buffers = new NettyDataBufferFactory(channel.alloc());
        channel.closeFuture().addListener(gone);
    }

    @Override
    public void open(OpenStream opened) {
        stream = opened;
        if (closed) {
            lane.execute(opened::closed);
        } else {
            connection().begin(channel);
        }
    }

    private StreamConnection connection() {
        return new StreamConnection() {
            @Override
            protected void takesMore() {
                mayWrite();
            }
        };
    }

    @Override
    public void refused() {
        channel.closeFuture().removeListener(gone);
    }

    @Override
    public Outgoing reply() {
        return new StreamReply(this);
    }

    @Override
    public boolean writable() {
        return response != null && demand > 0 && kept.isEmpty() && !ending && !closed && channel.isWritable();
    }

    @Override
    public void write(PassBuffer buffer) {
        if (ending || closed) {
            buffer.release();
            return;
        }
        ByteBuf bytes = ((NettyPassBuffers.Gathered) buffer).bare();
        keptBytes += bytes.readableBytes();
        kept.add(bytes);
        pass();
        if (keptBytes > MOST_KEPT) {
            abort();
        }
    }

    @Override
    public long pending() {
        return keptBytes + StreamConnection.unsent(channel);
    }

    @Override
    public long acknowledged() {
        return StreamConnection.acknowledged(channel);
    }

    @Override
    public boolean gone() {
        return StreamConnection.gone(channel);
    }

    @Override
    public void end() {
        ending = true;
        pass();
    }

    @Override
    public void abort() {
        ending = true;
        ended = true;
        channel.close();
    }

    private void pass() {
        if (response == null || passing) {
            return;
        }
        passing = true;
        try {
            while (demand > 0 && !kept.isEmpty()) {
                ByteBuf bytes = kept.remove();
                keptBytes -= bytes.readableBytes();
                demand--;
                response.onNext(buffers.wrap(bytes));
            }
            if (ending && !ended && kept.isEmpty()) {
                ended = true;
                response.onComplete();
            }
        } finally {
            passing = false;
        }
    }

    /// Never from within a call of the stream's: Netty tells of this in the middle of a write.
    private void mayWrite() {
        if (stream != null && writable()) {
            if (passing) {
                lane.execute(stream::writable);
            } else {
                stream.writable();
            }
        }
    }

    @Override
    public void subscribe(Subscriber<? super DataBuffer> subscriber) {
        response = subscriber;
        subscriber.onSubscribe(this);
    }

    @Override
    public void request(long more) {
        if (!channel.eventLoop().inEventLoop()) {
            channel.eventLoop().execute(() -> request(more));
            return;
        }
        demand = demand + more < 0 ? Long.MAX_VALUE : demand + more;
        pass();
        mayWrite();
    }

    @Override
    public void cancel() {
        channel.close();
    }

    private void closed() {
        if (closed) {
            return;
        }
        closed = true;
        kept.forEach(ByteBuf::release);
        kept.clear();
        keptBytes = 0;
        if (stream != null) {
            lane.execute(stream::closed);
        }
    }
}
