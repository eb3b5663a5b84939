package dev.parley.adapters.web.wire;

import dev.parley.adapters.web.http.PublicUrl;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;

/// Sets up the server below HTTP: its bounds, and the guards of each connection.
public final class WireCustomizer implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

    private static final int LONGEST_LINE = 16 << 10;
    private static final int LONGEST_HEADERS = 16 << 10;

    private final TransportLoops loops;
    private final ConnectionLimit connections;
    private final PublicUrl publicUrl;
    private final @Nullable Entrance entrance;
    private final GuardLimits limits;

    /// @param connections most connections at a time
    /// @param entrance null = all requests go to WebFlux
    public WireCustomizer(
            TransportLoops loops,
            int connections,
            PublicUrl publicUrl,
            MeterRegistry registry,
            @Nullable Entrance entrance) {
        this.loops = loops;
        this.connections = new ConnectionLimit(connections, registry);
        this.entrance = entrance;
        this.publicUrl = publicUrl;
        this.limits = GuardLimits.DEFAULT;
    }

    /// After the framework's own, whose header size would replace this one.
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    /// On some platforms the framework would believe forwarded headers; here a peer is who is connected.
    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.setUseForwardHeaders(false);
        factory.setResourceFactory(resources());
        factory.addServerCustomizers(this::customize);
    }

    /// The framework's own would choose the transport.
    private ReactorResourceFactory resources() {
        var resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResources(loops);
        resources.setConnectionProvider(ConnectionProvider.newConnection());
        return resources;
    }

    private HttpServer customize(HttpServer server) {
        return server.httpRequestDecoder(
                        decoder -> decoder.maxInitialLineLength(LONGEST_LINE).maxHeaderSize(LONGEST_HEADERS))
                .httpMessageLogFactory(new DiscreetMessageLog())
                .doOnChannelInit((_, channel, _) -> admit(channel));
    }

    /// HTTP/2 has bounds of its own in the framework.
    private void admit(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (!connections.admit(channel)) {
            return;
        }
        if (pipeline.get(HttpServerCodec.class) != null) {
            guard(channel);
        } else if (pipeline.get(NettyPipeline.H2OrHttp11Codec) != null) {
            pipeline.addBefore(
                    NettyPipeline.H2OrHttp11Codec, "parley.negotiation", new Negotiation(() -> guard(channel)));
        }
    }

    private void guard(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        var guard = new ConnectionGuard(limits);
        pipeline.addBefore(NettyPipeline.HttpCodec, "parley.reader", new ReaderGuard(limits.stalled()))
                .addBefore(NettyPipeline.HttpCodec, "parley.guard", guard)
                .addAfter(NettyPipeline.HttpCodec, "parley.requests", guard.requests())
                .addAfter("parley.requests", "parley.malformed", new MalformedRequests(publicUrl, guard));
        if (entrance != null) {
            pipeline.addAfter("parley.malformed", "parley.entrance", entrance.into(channel, guard::answering));
        }
    }
}
