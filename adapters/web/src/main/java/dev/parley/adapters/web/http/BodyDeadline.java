package dev.parley.adapters.web.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import reactor.core.publisher.Mono;

/// How whoever reads a request's body learns that it came too slowly: the connection's guard keeps the time, so that a
/// request needs no timer of its own. On the connection's event loop.
public final class BodyDeadline {

    private static final AttributeKey<Runnable> READER = AttributeKey.valueOf(BodyDeadline.class, "reader");

    private BodyDeadline() {}

    /// Ends when the body is overdue.
    static Mono<Void> of(Channel channel) {
        return Mono.create(sink -> {
            channel.attr(READER).set(sink::success);
            sink.onDispose(() -> channel.attr(READER).set(null));
        });
    }

    /// Tells whoever reads the body now.
    public static void over(Channel channel) {
        Runnable reader = channel.attr(READER).getAndSet(null);
        if (reader != null) {
            reader.run();
        }
    }
}
