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
import dev.parley.delivery.Notice;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Refusal;
import dev.parley.usecase.RoomSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is said over one socket: who speaks, then ops and their answers. Each op is answered once,
/// subscriptions in their order. On the connection's event loop.
final class SocketSession implements SocketConnection.Hearer {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    private final SocketServices services;
    /// The newest.
    private @Nullable Credentials credentials;

    private @Nullable RoomSocket socket;
    private @Nullable SocketConnection connection;
    /// Whether credentials are being checked, or the stream for them is being made.
    private boolean authenticating;

    /// Ops that came while the first credentials were being checked; as many as may be unanswered.
    private final Queue<Runnable> early = new ArrayDeque<>(1);

    /// Ops about rooms that follow one that is under way; as many as may be unanswered.
    private final Queue<Runnable> waiting = new ArrayDeque<>(1);

    private boolean joining;

    /// @param credentials null = they come as the first op
    SocketSession(SocketServices services, @Nullable Credentials credentials) {
        this.services = services;
        this.credentials = credentials;
    }

    /// The handshake is over.
    void begin(SocketConnection begun) {
        connection = begun;
        Credentials known = credentials;
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

    /// Until it is answered no other credentials are taken: each connection has one stream.
    private void connect(SocketConnection over, Credentials by, Runnable connected) {
        authenticating = true;
        services.connect(over, by, answer -> {
            authenticating = false;
            switch (answer) {
                case Answer.Ok<RoomSocket>(var opened) -> {
                    socket = opened;
                    credentials = by;
                    over.outlet().open(opened.stream());
                    connected.run();
                    while (!early.isEmpty()) {
                        early.remove().run();
                    }
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
    public void listening(boolean reads) {
        if (socket != null) {
            socket.listening(reads);
        }
    }

    @Override
    public void beside(int bytes) {
        if (socket != null) {
            socket.beside(bytes);
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
        answered(reply, () -> act(over, SocketOp.read(head, text), reply));
    }

    private static void answered(Reply reply, Runnable op) {
        try {
            op.run();
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
            when open == null && authenticating -> early.add(() -> answered(reply, () -> act(over, op, reply)));
            case SocketOp _
            when open == null ->
                throw Problem.of(ProblemCode.UNAUTHENTICATED, "begin with the op token")
                        .exception();
            case SocketOp.Subscribe subscribe -> {
                checkCovered(subscribe.room());
                TypeFilter types = TypeList.parse(subscribe.types());
                inTurn(() -> subscribe(open, subscribe, types, reply));
            }
            case SocketOp.Unsubscribe(var room) ->
                inTurn(() -> {
                    open.unsubscribe(room);
                    reply.ack(NoticeJson.ofRoom(room));
                });
            case SocketOp.Signal(var room, var draft) -> {
                checkCovered(room);
                services.signal(over, open, room, draft, reply.of(_ -> NOTHING));
            }
            case SocketOp.Publish(var room, var draft) -> {
                checkCovered(room);
                services.publish(
                        over,
                        open,
                        room,
                        draft,
                        reply.of((Published published) -> EventJson.of(published.event(), published.duplicate())));
            }
        }
    }

    /// A ticket opens its rooms and no others, whatever its user may do elsewhere.
    private void checkCovered(RoomId room) {
        Credentials shown = credentials;
        if (shown != null && !shown.cover(room)) {
            throw Problem.of(ProblemCode.FORBIDDEN, "Get a ticket for this room, or show a token.")
                    .because("ticket-rooms")
                    .exception();
        }
    }

    /// What a client says about its rooms happens in the order in which it says it.
    private void inTurn(Runnable op) {
        if (joining) {
            waiting.add(op);
        } else {
            op.run();
        }
    }

    private void subscribe(RoomSocket open, SocketOp.Subscribe asked, TypeFilter types, Reply reply) {
        StreamStart start = asked.after() == null || asked.after().isBlank()
                ? new StreamStart.Fresh(asked.rewind())
                : StreamStart.parse(asked.room(), asked.after().strip());
        Consumer<Answer<Notice.RoomStart>> told = reply.of(NoticeJson::of);
        joining = true;
        open.subscribe(asked.room(), start, types, asked.signals(), asked.pulls(), answer -> {
            joining = false;
            told.accept(answer);
            while (!joining && !waiting.isEmpty()) {
                waiting.remove().run();
            }
        });
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
            credentials = shown;
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
