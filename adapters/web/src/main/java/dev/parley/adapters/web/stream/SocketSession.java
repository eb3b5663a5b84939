package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Credentials;
import dev.parley.adapters.web.http.TypeList;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.NoticeJson;
import dev.parley.adapters.web.json.SocketOp;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.adapters.web.problem.RefusalProblems;
import dev.parley.adapters.web.socket.CloseCode;
import dev.parley.adapters.web.socket.SocketFrame;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.TypeFilter;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Refusal;
import dev.parley.usecase.RoomSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is said over one socket: who speaks, then ops and their answers. Each op is answered once, subscriptions in
/// their order. On the connection's event loop.
final class SocketSession implements SocketConnection.Hearer {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    private final SocketServices services;
    private @Nullable Credentials credentials;
    private @Nullable RoomSocket socket;
    private @Nullable SocketConnection connection;
    private boolean authenticating;

    /// @param credentials null = they come as the first op
    SocketSession(SocketServices services, @Nullable Credentials credentials) {
        this.services = services;
        this.credentials = credentials;
    }

    /// The handshake is over.
    void begin(SocketConnection begun) {
        connection = begun;
        Credentials known = credentials;
        credentials = null;
        if (known == null) {
            services.afterDeadline(begun.channel(), () -> {
                if (socket == null && !authenticating) {
                    begun.close(CloseCode.UNAUTHENTICATED);
                }
            });
        } else {
            connect(begun, known, () -> {});
        }
    }

    private void connect(SocketConnection over, Credentials by, Runnable connected) {
        services.connect(over, by, answer -> {
            switch (answer) {
                case Answer.Ok<RoomSocket>(var opened) -> {
                    socket = opened;
                    over.outlet().open(opened.stream());
                    connected.run();
                }
                case Answer.Refused<RoomSocket> _ -> over.close(CloseCode.RECONNECT);
            }
        });
    }

    @Override
    public void heard() {
        if (socket != null) {
            socket.heard();
        }
    }

    @Override
    public void read(byte[] text) {
        SocketConnection over = connection;
        if (over == null) {
            throw new IllegalStateException("nothing comes before the handshake is over");
        }
        SocketOp.Head head;
        try {
            head = SocketOp.head(text);
        } catch (ProblemException e) {
            over.answer(problem(null, e.problem()));
            over.close(CloseCode.PROTOCOL_ERROR);
            return;
        }
        var reply = new Reply(over, head.ref());
        try {
            act(over, SocketOp.read(head, text), reply);
        } catch (ProblemException e) {
            reply.problem(e.problem());
        } catch (InvalidIdException e) {
            reply.problem(Problem.of(ProblemCode.INVALID_ID, String.valueOf(e.getMessage())));
        }
    }

    private void act(SocketConnection over, SocketOp op, Reply reply) {
        RoomSocket open = socket;
        switch (op) {
            case SocketOp.Token(var token) -> authenticate(over, token, reply);
            case SocketOp.Ping _ -> reply.ack(NOTHING);
            case SocketOp _
            when open == null ->
                throw Problem.of(ProblemCode.UNAUTHENTICATED, "begin with the op token")
                        .exception();
            case SocketOp.Subscribe subscribe -> subscribe(open, subscribe, reply);
            case SocketOp.Unsubscribe(var room) -> {
                open.unsubscribe(room);
                reply.ack(NoticeJson.ofRoom(room));
            }
            case SocketOp.Publish(var room, var draft) ->
                services.publish(
                        over,
                        open,
                        room,
                        draft,
                        reply.of((Published published) -> EventJson.of(published.event(), published.duplicate())));
        }
    }

    private static void subscribe(RoomSocket open, SocketOp.Subscribe asked, Reply reply) {
        TypeFilter types = TypeList.parse(asked.types());
        StreamStart start = asked.after() == null || asked.after().isBlank()
                ? new StreamStart.Fresh(asked.rewind())
                : StreamStart.parse(asked.room(), asked.after().strip());
        open.subscribe(asked.room(), start, types, reply.of(NoticeJson::of));
    }

    private void authenticate(SocketConnection over, String token, Reply reply) {
        if (authenticating) {
            throw Problem.of(ProblemCode.INVALID_BODY, "one token at a time").exception();
        }
        authenticating = true;
        services.check(token, over.channel())
                .subscribe(
                        shown -> {
                            authenticating = false;
                            accept(over, shown, reply);
                        },
                        thrown -> {
                            authenticating = false;
                            refuse(over, thrown, reply);
                        });
    }

    private void accept(SocketConnection over, Credentials shown, Reply reply) {
        RoomSocket open = socket;
        if (open == null) {
            connect(over, shown, () -> services.afterHello(over.channel(), () -> reply.ack(NOTHING)));
        } else if (open.renew(shown.principal(), services.validFor(shown))) {
            reply.ack(NOTHING);
        } else {
            reply.problem(Problem.of(ProblemCode.INVALID_TOKEN, "the token is another user's")
                    .because("sub"));
            over.close(CloseCode.OTHER_USER);
        }
    }

    /// Who has shown good ones before goes on with them.
    private void refuse(SocketConnection over, Throwable thrown, Reply reply) {
        Problem problem = thrown instanceof ProblemException known ? known.problem() : Problem.of(ProblemCode.INTERNAL);
        reply.problem(problem);
        if (socket == null) {
            over.close(
                    problem.code() == ProblemCode.TOKEN_EXPIRED ? CloseCode.TOKEN_EXPIRED : CloseCode.UNAUTHENTICATED);
        }
    }

    private byte[] problem(@Nullable String ref, Problem problem) {
        return SocketFrame.of("problem", null, SocketFrame.quoted(ref), services.document(problem));
    }

    /// The answer to one op.
    private final class Reply {

        private final SocketConnection over;
        private final @Nullable String ref;

        Reply(SocketConnection over, @Nullable String ref) {
            this.over = over;
            this.ref = ref;
        }

        void ack(byte[] data) {
            over.answer(SocketFrame.of("ack", null, SocketFrame.quoted(ref), data));
        }

        void problem(Problem problem) {
            over.answer(SocketSession.this.problem(ref, problem));
        }

        /// For a use case's answer, on the connection's event loop.
        <T> Consumer<Answer<T>> of(Function<T, byte[]> data) {
            return answer -> {
                switch (answer) {
                    case Answer.Ok<T>(var value) -> ack(data.apply(value));
                    case Answer.Refused<T>(Refusal refusal) -> problem(RefusalProblems.of(refusal));
                }
            };
        }
    }
}
