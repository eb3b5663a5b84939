package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Preconditions;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.json.MessageReader;
import dev.parley.kernel.Event;
import dev.parley.usecase.Amending;
import dev.parley.usecase.MessageEdit;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Edits and deletes messages. The addresses are those of [HistoryEndpoints].
public final class AmendEndpoints {

    private final Amending amending;

    public AmendEndpoints(Amending amending) {
        this.amending = amending;
    }

    private static Amending.Request request(Call call) {
        return new Amending.Request(call.who(), call.session(), call.room(), PublishEndpoints.idempotencyKey(call));
    }

    Mono<Reply> edit(Call call) {
        call.query();
        Amending.Request request = request(call);
        long seq = HistoryEndpoints.seq(call.variable("seq"));
        @Nullable Set<Long> versions = Preconditions.ofMessage(call);
        return RequestBody.patch(call, RequestBody.ONE_MESSAGE).flatMap(body -> {
            var edit = new MessageEdit(seq, MessageReader.readEdit(body), versions);
            return call.<Event>ask(answer -> amending.edit(request, edit, answer), HistoryEndpoints::reply);
        });
    }

    Mono<Reply> delete(Call call) {
        call.query();
        Amending.Request request = request(call);
        var edit = new MessageEdit(HistoryEndpoints.seq(call.variable("seq")), null, Preconditions.ofMessage(call));
        return call.<Boolean>ask(answer -> amending.delete(request, edit, answer), _ -> Reply.empty(204));
    }
}
