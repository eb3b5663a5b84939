package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.SignalReader;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.SignalDraft;
import dev.parley.usecase.Signalled;
import dev.parley.usecase.Signalling;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/// Takes signals to rooms and users.
public final class SignalEndpoints implements Route.Group {

    private static final byte[] NOTHING = {'{', '}'};

    private final Signalling signalling;

    public SignalEndpoints(Signalling signalling) {
        this.signalling = signalling;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/signals").post(this::toRoom),
                Route.to("/v1/users/{user}/signals").post(this::toUser));
    }

    private Mono<Reply> toRoom(Call call) {
        RoomId room = call.room();
        return take(call, (draft, answer) -> signalling.toRoom(call.who(), room, draft, answer));
    }

    private Mono<Reply> toUser(Call call) {
        String named = call.variable("user");
        UserId user = named.equals("me") ? call.who().id() : new UserId(named);
        return take(call, (draft, answer) -> signalling.toUser(call.who(), user, draft, answer));
    }

    private static Mono<Reply> take(Call call, BiConsumer<SignalDraft, Consumer<Answer<Signalled>>> use) {
        call.query();
        return RequestBody.json(call, RequestBody.ONE_MESSAGE).flatMap(body -> {
            SignalDraft draft = SignalReader.read(body);
            return call.<Signalled>ask(answer -> use.accept(draft, answer), _ -> Reply.json(202, NOTHING));
        });
    }
}
