package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/// How whoever reads a request's body learns from the connection's guards that it comes too slowly or is broken.
/// Reactor
/// Netty would tell of a broken body as if it had ended, and of a slow one not at all. On the connection's event loop.
public final class BodyFailure {

    private static final AttributeKey<Consumer<ProblemCode>> READER = AttributeKey.valueOf(BodyFailure.class, "reader");

    private BodyFailure() {}

    /// Fails with the problem once there is one.
    static Mono<Void> of(Channel channel) {
        return Mono.create(sink -> {
            channel.attr(READER).set(code -> sink.error(Problem.of(code).exception()));
            sink.onDispose(() -> channel.attr(READER).set(null));
        });
    }

    /// @return whether somebody was reading
    public static boolean tell(Channel channel, ProblemCode code) {
        Consumer<ProblemCode> reader = channel.attr(READER).getAndSet(null);
        if (reader == null) {
            return false;
        }
        reader.accept(code);
        return true;
    }
}
