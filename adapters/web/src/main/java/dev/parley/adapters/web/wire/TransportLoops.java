package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/// The event loops of the server, on the transport that the configuration names: the framework would take another one
/// as soon as its library is there. The loops accept connections as well.
public final class TransportLoops implements LoopResources {

    /// Then a loop looks at its sockets. Netty's own second would have requests wait for whole queues of passes.
    private static final Duration TASKS_AT_A_TIME = Duration.ofMillis(5);

    private static final Duration QUIET = Duration.ZERO;
    private static final Duration MOST = Duration.ofSeconds(2);

    private final Transport transport;
    private final EventLoopGroup group;

    /// @param connections most connections at a time, of all loops
    public TransportLoops(Transport transport, int connections) {
        this.transport = transport;
        this.group = new Loops(transport.handlers(Math.ceilDiv(connections, DEFAULT_IO_WORKER_COUNT)), daemon());
    }

    private static final class Loops extends MultiThreadIoEventLoopGroup {

        Loops(IoHandlerFactory handlers, boolean daemon) {
            super(DEFAULT_IO_WORKER_COUNT, new DefaultThreadFactory("web", daemon), handlers);
        }

        /// Tasks are not refused: who gives them has bounds of his own, and one that is lost is an answer that is lost.
        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... arguments) {
            return new SingleThreadIoEventLoop(
                    this,
                    executor,
                    handlers,
                    Integer.MAX_VALUE,
                    RejectedExecutionHandlers.reject(),
                    TASKS_AT_A_TIME.toMillis());
        }
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
        return group;
    }

    /// Only servers are made here: whoever connects is a channel of the listener's kind.
    @Override
    public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup of) {
        return type.cast(transport.listener());
    }

    @Override
    public <C extends Channel> Class<? extends C> onChannelClass(Class<C> type, EventLoopGroup of) {
        return transport.listenerType().asSubclass(type);
    }

    @Override
    public void dispose() {
        group.shutdownGracefully(QUIET.toMillis(), MOST.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isDisposed() {
        return group.isShuttingDown();
    }

    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
        return Mono.fromRunnable(this::dispose);
    }
}
