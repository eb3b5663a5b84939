package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.ProblemLog;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.BatchReader;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.MessageReader;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Published;
import dev.parley.usecase.Publishing;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Publishes one message or a batch.
public final class PublishEndpoints implements Route.Group {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Publishing publishing;
    private final ProblemReplies problems;
    private final ProblemLog told;

    public PublishEndpoints(Publishing publishing, ProblemReplies problems, ProblemLog told) {
        this.publishing = publishing;
        this.problems = problems;
        this.told = told;
    }

    /// The reading half of the first address is in [HistoryEndpoints].
    @Override
    public List<Route> routes() {
        return List.of(Route.to("/v1/rooms/{room}/messages/batch").post(this::publishBatch));
    }

    Mono<Reply> publish(Call call) {
        RoomId room = call.room();
        call.query();
        ClientMessageId key = idempotencyKey(call);
        SessionId session = call.session();
        return RequestBody.json(call, RequestBody.ONE_MESSAGE).flatMap(body -> {
            Draft draft = MessageReader.read(body, key);
            return call.<Published>ask(
                    answer -> publishing.publish(call.who(), session, room, draft, answer), PublishEndpoints::reply);
        });
    }

    private static Reply reply(Published published) {
        byte[] body = EventJson.of(published.event(), published.duplicate());
        return published.duplicate()
                ? Reply.json(200, body)
                : Reply.json(201, body).with("Location", location(published.event()));
    }

    private static String location(Event event) {
        return "/v1/rooms/" + event.room().value() + "/messages/" + event.seq();
    }

    private Mono<Reply> publishBatch(Call call) {
        RoomId room = call.room();
        call.query();
        if (call.header(IDEMPOTENCY_KEY) != null) {
            throw Problem.of(
                            ProblemCode.NOT_SUPPORTED,
                            "a batch takes no Idempotency-Key; give each message its clientMsgId")
                    .exception();
        }
        SessionId session = call.session();
        return RequestBody.json(call, RequestBody.BATCH).flatMap(body -> {
            List<BatchReader.Item> items = BatchReader.read(body);
            List<Draft> drafts = BatchReply.valid(items);
            return call.<List<Answer<Published>>>await(
                            answer -> publishing.publishAll(call.who(), session, room, drafts, answer))
                    .map(answers -> new BatchReply(call, problems, told).of(items, answers));
        });
    }

    /// The header's value is a quoted string by its specification; many send it bare.
    static @Nullable ClientMessageId idempotencyKey(Call call) {
        String sent = call.header(IDEMPOTENCY_KEY);
        if (sent == null) {
            return null;
        }
        String key = sent.strip();
        boolean quoted = key.length() > 1 && key.startsWith("\"") && key.endsWith("\"");
        String bare = quoted ? key.substring(1, key.length() - 1) : key;
        if (bare.isEmpty()) {
            throw QueryParameters.invalid("Idempotency-Key is empty");
        }
        return new ClientMessageId(bare);
    }
}
