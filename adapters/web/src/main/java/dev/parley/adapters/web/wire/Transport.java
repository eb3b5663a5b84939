package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How the system is asked about sockets.
public enum Transport {
    /// Where there is none (elsewhere than on Linux), what Java itself has.
    EPOLL(() -> null, Transport::epoll, Transport::epollOrNio),
    IO_URING(IoUring::unavailabilityCause, Transport::rings, IoUringServerSocketChannel::new);

    /// Sockets that are served between two looks at the loop's tasks.
    private static final int EVENTS = 128;
    /// Requests to the system that are gathered before they are handed over.
    private static final int RING = 1_024;
    /// What may complete for each connection before the loop looks: a read, a write, a poll, and its end. A ring that
    /// is full closes connections.
    private static final int COMPLETIONS = 4;
    /// The system's own bound.
    private static final int MOST_COMPLETIONS = 1 << 16;

    private final Supplier<@Nullable Throwable> missing;
    private final IntFunction<IoHandlerFactory> handlers;
    private final Supplier<Channel> listener;

    Transport(
            Supplier<@Nullable Throwable> missing, IntFunction<IoHandlerFactory> handlers, Supplier<Channel> listener) {
        this.missing = missing;
        this.handlers = handlers;
        this.listener = listener;
    }

    /// @param name as in the configuration
    public static Transport named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /// One sentence when this machine has it not.
    public Optional<String> complaint() {
        return Optional.ofNullable(missing.get()).map(cause -> complaint(name().toLowerCase(Locale.ROOT), cause));
    }

    /// One sentence when something slower takes its place.
    Optional<String> regret() {
        return this == EPOLL && !Epoll.isAvailable()
                ? Optional.of("epoll cannot be had on this machine (" + why(Epoll.unavailabilityCause())
                        + "): sockets are served by what Java itself has, which takes more of the processor")
                : Optional.empty();
    }

    private static String why(Throwable cause) {
        Throwable reason = cause;
        while (reason.getCause() != null) {
            reason = reason.getCause();
        }
        return String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
    }

    static String complaint(String name, Throwable cause) {
        return "parley.transport=" + name + " cannot be had on this machine (" + why(cause)
                + "): the kernel or a sandbox forbids"
                + " it, or this is not Linux on x86-64; leave the key out for epoll.";
    }

    IoHandlerFactory handlers(int connectionsPerLoop) {
        return handlers.apply(connectionsPerLoop);
    }

    Channel listener() {
        return listener.get();
    }

    Class<? extends Channel> listenerType() {
        return switch (this) {
            case IO_URING -> IoUringServerSocketChannel.class;
            case EPOLL -> Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        };
    }

    private static IoHandlerFactory epoll(int connectionsPerLoop) {
        return Epoll.isAvailable()
                ? EpollIoHandler.newFactory(EVENTS, DefaultSelectStrategyFactory.INSTANCE)
                : NioIoHandler.newFactory();
    }

    private static Channel epollOrNio() {
        return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    private static IoHandlerFactory rings(int connectionsPerLoop) {
        return IoUringIoHandler.newFactory(
                new IoUringIoHandlerConfig().setRingSize(RING).setCqSize(completions(connectionsPerLoop)));
    }

    /// A power of two, as the system has it anyway.
    static int completions(int connectionsPerLoop) {
        long wanted = Math.max(2L * RING, (long) COMPLETIONS * connectionsPerLoop);
        long power = Long.highestOneBit(wanted - 1) << 1;
        return (int) Math.min(power, MOST_COMPLETIONS);
    }
}
