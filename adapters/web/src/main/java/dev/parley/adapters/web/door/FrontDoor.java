package dev.parley.adapters.web.door;

import dev.parley.adapters.web.wire.Entrance;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.util.function.SingletonSupplier;

/// Takes requests for streams and has the same credentials, routes and problem documents answer them that answer
/// everything else: who may read what, and what is wrong with a request, is decided in one place.
public final class FrontDoor implements Entrance {

    private final Supplier<HttpHandler> application;
    private final Listener listener = new Listener();

    /// As many as there are loops.
    private final Map<EventLoop, HandshakeGate> gates = new ConcurrentHashMap<>();

    /// @param application asked for with the first request, when all of it is there
    public FrontDoor(Supplier<HttpHandler> application) {
        this.application = SingletonSupplier.of(application);
    }

    @Override
    public ChannelHandler into(Channel channel, IntSupplier unanswered) {
        HandshakeGate gate = gates.computeIfAbsent(channel.eventLoop(), _ -> new HandshakeGate(listener));
        return new DoorHandler(application, gate, unanswered);
    }
}
