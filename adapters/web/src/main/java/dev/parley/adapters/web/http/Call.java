package dev.parley.adapters.web.http;

import dev.parley.access.Principal;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.adapters.web.problem.RefusalProblems;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.usecase.Answer;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/// One request on its way through an endpoint.
public final class Call {

    private final ServerWebExchange exchange;
    private final Map<String, String> variables;
    private final @Nullable Credentials credentials;

    Call(ServerWebExchange exchange, Map<String, String> variables, @Nullable Credentials credentials) {
        this.exchange = exchange;
        this.variables = variables;
        this.credentials = credentials;
    }

    public ServerWebExchange exchange() {
        return exchange;
    }

    public ServerHttpRequest request() {
        return exchange.getRequest();
    }

    /// Who asks.
    ///
    /// @throws ProblemException when nobody has shown credentials
    public Principal who() {
        return credentials().principal();
    }

    /// What whoever asks was let in by.
    ///
    /// @throws ProblemException when nobody has shown credentials
    public Credentials credentials() {
        if (credentials == null) {
            throw unauthenticated().exception();
        }
        return credentials;
    }

    public @Nullable Credentials credentialsIfKnown() {
        return credentials;
    }

    public @Nullable Principal whoIfKnown() {
        return credentials == null ? null : credentials.principal();
    }

    /// The caller's own stream that need not hear of what this request publishes.
    public @Nullable SessionId session() {
        String session = header("Parley-Session");
        return session == null ? null : new SessionId(session);
    }

    public static Problem unauthenticated() {
        return Problem.of(ProblemCode.UNAUTHENTICATED).header("WWW-Authenticate", "Bearer");
    }

    public RoomId room() {
        return new RoomId(variable("room"));
    }

    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no variable " + name);
        }
        return value;
    }

    /// Whether the query has this parameter.
    public boolean asks(String name) {
        return request().getQueryParams().containsKey(name);
    }

    public QueryParameters query(String... known) {
        return QueryParameters.of(request(), List.of(known));
    }

    public @Nullable String header(String name) {
        List<String> values = request().getHeaders().get(name);
        if (values == null || values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw Problem.of(ProblemCode.INVALID_PARAMETER, "the header " + name + " stands there once")
                    .exception();
        }
        return values.getFirst();
    }

    /// Asks a use case and goes on with what it says; a refusal becomes its problem.
    public <T> Mono<Reply> ask(Consumer<Consumer<Answer<T>>> question, Function<T, Reply> reply) {
        return this.<Answer<T>>await(question).map(answer -> switch (answer) {
            case Answer.Ok<T>(var value) -> reply.apply(value);
            case Answer.Refused<T>(var refusal) ->
                throw RefusalProblems.of(refusal).exception();
        });
    }

    /// Answers come on threads that others need, so everything after goes back to the connection's own.
    public <T> Mono<T> await(Consumer<Consumer<T>> question) {
        return await(request(), question);
    }

    /// The same before there is a call.
    public static <T> Mono<T> await(ServerHttpRequest from, Consumer<Consumer<T>> question) {
        return await(connection(from), question);
    }

    /// The event loop that the request came over.
    public static Executor connection(ServerHttpRequest from) {
        return channel(from).eventLoop();
    }

    public static <T> Mono<T> await(Executor connection, Consumer<Consumer<T>> question) {
        return Mono.create(sink ->
                question.accept(new Once<T>(value -> LoopAnswers.execute(connection, () -> sink.success(value)))));
    }

    public Channel channel() {
        return channel(request());
    }

    /// What the request is below Spring.
    public Object nativeRequest() {
        return ServerHttpRequestDecorator.getNativeRequest(request());
    }

    private static Channel channel(ServerHttpRequest from) {
        Object request = ServerHttpRequestDecorator.getNativeRequest(from);
        return request instanceof ChannelRequest direct ? direct.channel() : channel((HttpServerRequest) request);
    }

    private static Channel channel(HttpServerRequest request) {
        Channel[] channel = new Channel[1];
        request.withConnection(connection -> channel[0] = connection.channel());
        return channel[0];
    }

    /// Takes one answer. Whoever was asked may keep it, in a timer for instance; it keeps nothing of the request then.
    private static final class Once<T> implements Consumer<T> {

        private final AtomicReference<@Nullable Consumer<T>> waiting;

        Once(Consumer<T> waiting) {
            this.waiting = new AtomicReference<>(waiting);
        }

        @Override
        public void accept(T value) {
            Consumer<T> first = waiting.getAndSet(null);
            if (first != null) {
                first.accept(value);
            }
        }
    }
}
