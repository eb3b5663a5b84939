package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/// The event loops of the server, on the transport that the configuration names: the framework would take another one
/// as soon as its library is there. There are as many as cores, and they accept connections as well: with more of them
/// a
/// request would wait for the passes of all the others that are on the same core.
public final class TransportLoops implements LoopResources {

    /// Then a loop looks at its sockets. Netty's own second would have requests wait for whole queues of passes.
    private static final Duration TASKS_AT_A_TIME = Duration.ofMillis(5);

    private static final Duration QUIET = Duration.ZERO;
    private static final Duration MOST = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(TransportLoops.class);

    private final Transport transport;
    private final EventLoopGroup group;

    /// @param loops how many
    /// @param connections most connections at a time, of all loops
    public TransportLoops(Transport transport, int loops, int connections) {
        this.transport = transport;
        transport.regret().ifPresent(log::warn);
        this.group = new Loops(loops, transport.handlers(Math.ceilDiv(connections, loops)), daemon());
    }

    private static final class Loops extends MultiThreadIoEventLoopGroup {

        Loops(int count, IoHandlerFactory handlers, boolean daemon) {
            super(count, new DefaultThreadFactory("web", daemon), handlers);
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
        shutDown();
    }

    private Future<?> shutDown() {
        return group.shutdownGracefully(QUIET.toMillis(), MOST.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isDisposed() {
        return group.isShuttingDown();
    }

    /// Both durations are this class's own: nobody is served any more.
    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
        return Mono.create(over -> shutDown().addListener(_ -> over.success()));
    }
}
