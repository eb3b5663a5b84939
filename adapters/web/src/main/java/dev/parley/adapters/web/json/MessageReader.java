package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.TypeRule;
import dev.parley.usecase.Draft;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/// Reads one message as a client sends it.
public final class MessageReader {

    /// What a message without a type is.
    private static final EventType TEXT = new EventType("text");

    private final JsonParser json;
    private final byte[] body;
    private @Nullable ClientMessageId clientMsgId;
    private EventType type = TEXT;
    private @Nullable Tier tier;
    private long ttlMs;
    private @Nullable Long ref;
    private @Nullable JsonText data;
    private @Nullable UserId sender;
    private @Nullable MessageKey key;

    private MessageReader(JsonParser json, byte[] body) {
        this.json = json;
        this.body = body;
    }

    /// @param fromHeader the client message id in `Idempotency-Key`, if there was one
    public static Draft read(byte[] body, @Nullable ClientMessageId fromHeader) {
        return JsonBody.read(body, json -> new MessageReader(json, body).message(fromHeader));
    }

    /// What a message is to hold instead.
    public static JsonText readEdit(byte[] body) {
        return JsonBody.read(body, json -> new MessageReader(json, body).edit());
    }

    private JsonText edit() {
        JsonBody.members(json, name -> {
            if (!name.equals("data")) {
                throw invalid("of a message data is edited, and nothing else");
            }
            data = data();
        });
        if (data == null) {
            throw invalid("data is required");
        }
        return data;
    }

    /// Reads the object that the parser has just entered.
    static Draft read(JsonParser json, byte[] body) {
        return new MessageReader(json, body).message(null);
    }

    /// Reads the message whose members stand beside others in the object that the parser has just entered. There it
    /// refers to another with `refSeq`, since `ref` is taken.
    ///
    /// @param others takes the members that are not the message's, and tells whether it did
    static Draft readBeside(JsonParser json, byte[] body, Predicate<String> others) {
        var reader = new MessageReader(json, body);
        JsonBody.members(json, name -> {
            if (!others.test(name)) {
                reader.member(name.equals("refSeq") ? "ref" : name);
            }
        });
        return reader.draft(null);
    }

    private Draft message(@Nullable ClientMessageId fromHeader) {
        JsonBody.members(json, this::member);
        return draft(fromHeader);
    }

    private Draft draft(@Nullable ClientMessageId fromHeader) {
        if (data == null) {
            throw invalid("data is required");
        }
        return new Draft(id(fromHeader), type, tier, ttlMs, ref, data, sender, key);
    }

    private @Nullable ClientMessageId id(@Nullable ClientMessageId fromHeader) {
        if (fromHeader == null) {
            return clientMsgId;
        }
        if (clientMsgId != null && !clientMsgId.equals(fromHeader)) {
            throw Problem.of(
                            ProblemCode.INVALID_PARAMETER,
                            "Idempotency-Key and clientMsgId differ: send one of them, or the same in both")
                    .exception();
        }
        return fromHeader;
    }

    private void member(String name) {
        switch (name) {
            case "data" -> data = data();
            case "clientMsgId" -> clientMsgId = isNull(json) ? null : new ClientMessageId(JsonBody.text(json, name));
            case "type" -> type = isNull(json) ? TEXT : type(json);
            case "ref" -> ref = isNull(json) ? null : Long.valueOf(JsonBody.whole(json, name, 1, Long.MAX_VALUE));
            case "ttlMs" -> ttlMs = isNull(json) ? 0 : JsonBody.whole(json, name, 0, TypeRule.MAX_TTL_MS);
            case "tier" -> tier = isNull(json) ? null : tier();
            case "sender" -> sender = isNull(json) ? null : new UserId(JsonBody.text(json, name));
            case "key" -> key = isNull(json) ? null : new MessageKey(JsonBody.text(json, name));
            case "mentions" -> throw JsonBody.notSupported(name);
            default ->
                throw invalid(
                        "a message has the members data, clientMsgId, type, key, ref, ttlMs, tier and sender, and no others");
        }
    }

    private JsonText data() {
        int from = (int) json.currentTokenLocation().getByteOffset();
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.finishToken();
        }
        return DataCompactor.compact(body, from, (int) json.currentLocation().getByteOffset());
    }

    static EventType type(JsonParser json) {
        var named = new EventType(JsonBody.text(json, "type"));
        if (named.system()) {
            throw Problem.of(ProblemCode.INVALID_ID, "types that begin with room. are the server's own")
                    .exception();
        }
        return named;
    }

    private Tier tier() {
        return Tier.of(JsonBody.text(json, "tier")).orElseThrow(() -> invalid("tier is critical, high or low"));
    }
}
