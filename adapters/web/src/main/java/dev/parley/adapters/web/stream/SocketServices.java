package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Credentials;
import dev.parley.adapters.web.http.LoopAnswers;
import dev.parley.adapters.web.http.ProblemLog;
import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.TokenCheck;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.kernel.RoomId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Published;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.RoomSocket;
import dev.parley.usecase.SignalDraft;
import dev.parley.usecase.Signalled;
import dev.parley.usecase.Signalling;
import dev.parley.usecase.Streaming;
import io.netty.channel.Channel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// What all sockets of the server lean on.
public final class SocketServices {

    /// How long whoever connects without credentials may take to show some.
    private static final long CREDENTIALS_SECONDS = 5;

    private final Streaming streaming;
    private final Publishing publishing;
    private final Signalling signalling;
    private final TokenCheck tokens;
    private final LoopLanes lanes;
    private final PublicUrl publicUrl;
    private final ProblemLog told;
    private final InstantSource clock;

    /// @param clock tells how long credentials are still good
    public SocketServices(
            Streaming streaming,
            Publishing publishing,
            Signalling signalling,
            TokenCheck tokens,
            LoopLanes lanes,
            PublicUrl publicUrl,
            ProblemLog told,
            InstantSource clock) {
        this.streaming = streaming;
        this.publishing = publishing;
        this.signalling = signalling;
        this.tokens = tokens;
        this.lanes = lanes;
        this.publicUrl = publicUrl;
        this.told = told;
        this.clock = clock;
    }

    LoopLanes lanes() {
        return lanes;
    }

    /// @param answer on the connection's event loop
    void connect(SocketConnection over, Credentials by, Consumer<Answer<RoomSocket>> answer) {
        streaming.connect(
                by.principal(),
                by.session(),
                validFor(by),
                lanes.of(over.channel().eventLoop()),
                over.outlet(),
                answer);
    }

    /// @param answer on the connection's event loop
    void publish(SocketConnection over, RoomSocket from, RoomId room, Draft draft, Consumer<Answer<Published>> answer) {
        publishing.publish(
                from.who(),
                from.stream().session(),
                room,
                draft,
                result -> LoopAnswers.execute(over.channel().eventLoop(), () -> answer.accept(result)));
    }

    /// @param answer on the connection's event loop
    void signal(
            SocketConnection over,
            RoomSocket from,
            RoomId room,
            SignalDraft draft,
            Consumer<Answer<Signalled>> answer) {
        signalling.toRoom(
                from.who(),
                room,
                draft,
                result -> LoopAnswers.execute(over.channel().eventLoop(), () -> answer.accept(result)));
    }

    Mono<Credentials> check(String token, Channel channel) {
        return tokens.check(token, channel.eventLoop());
    }

    @Nullable
    Duration validFor(Credentials credentials) {
        return credentials.validFor(clock);
    }

    byte[] document(Problem problem) {
        told.count(problem.code());
        return ProblemJson.of(problem, publicUrl.ofServer(), Trace.random());
    }

    /// Hello is written by a task that the lane has by the time it tells that there is a stream.
    void afterHello(Channel channel, Runnable task) {
        lanes.of(channel.eventLoop()).execute(task);
    }

    void afterDeadline(Channel channel, Runnable task) {
        var _ = channel.eventLoop().schedule(task, CREDENTIALS_SECONDS, TimeUnit.SECONDS);
    }
}
