package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Signal;
import dev.parley.kernel.UserId;
import dev.parley.usecase.SignalDraft;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one signal as a client sends it.
public final class SignalReader {

    private static final long DEFAULT_TTL_MS = 5_000;
    private static final JsonText NOTHING = JsonText.of("{}");

    private final JsonParser json;
    private final byte[] body;
    private @Nullable EventType type;
    private JsonText data = NOTHING;
    /// What `data.n` is, when that is all there is in it.
    private @Nullable Long n;

    private long ttlMs = DEFAULT_TTL_MS;
    private boolean sum;
    private @Nullable UserId sender;

    private SignalReader(JsonParser json, byte[] body) {
        this.json = json;
        this.body = body;
    }

    public static SignalDraft read(byte[] body) {
        return JsonBody.read(body, json -> readBeside(json, body, _ -> false));
    }

    /// Reads the signal whose members stand beside others in the object that the parser has just entered.
    ///
    /// @param others takes the members that are not the signal's, and tells whether it did
    static SignalDraft readBeside(JsonParser json, byte[] body, Predicate<String> others) {
        var reader = new SignalReader(json, body);
        JsonBody.members(json, name -> {
            if (!others.test(name)) {
                reader.member(name);
            }
        });
        return reader.draft();
    }

    private SignalDraft draft() {
        if (type == null) {
            throw invalid("type is required");
        }
        return new SignalDraft(type, content(), ttlMs, sender);
    }

    private SignalDraft.Content content() {
        if (!sum) {
            return new SignalDraft.Newest(data);
        }
        if (n == null) {
            throw invalid("with merge sum, data is {\"n\":…} and nothing else, and n is a whole number from "
                    + -SignalDraft.MAX_N + " to " + SignalDraft.MAX_N);
        }
        return new SignalDraft.Number(n);
    }

    private void member(String name) {
        switch (name) {
            case "type" -> type = MessageReader.type(json);
            case "data" -> data();
            case "ttlMs" -> ttlMs = isNull(json) ? DEFAULT_TTL_MS : JsonBody.whole(json, name, 1, Signal.MAX_TTL_MS);
            case "merge" -> sum = !isNull(json) && sum();
            case "sender" -> sender = isNull(json) ? null : new UserId(JsonBody.text(json, name));
            default -> throw invalid("a signal has the members type, data, ttlMs, merge and sender, and no others");
        }
    }

    private boolean sum() {
        return switch (JsonBody.text(json, "merge")) {
            case "latest" -> false;
            case "sum" -> true;
            default -> throw invalid("merge is latest or sum");
        };
    }

    private void data() {
        int from = (int) json.currentTokenLocation().getByteOffset();
        if (json.currentToken() == JsonToken.START_OBJECT) {
            n = onlyN();
        } else if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.finishToken();
        }
        data = DataCompactor.compact(body, from, (int) json.currentLocation().getByteOffset());
        if (data.length() > Signal.MAX_DATA) {
            throw Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "a signal's data is at most 1 KiB, white space not counted")
                    .exception();
        }
    }

    /// Reads the object to its end.
    private @Nullable Long onlyN() {
        Long found = null;
        int members = 0;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            members++;
            if (name.equals("n") && json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                found = small();
            }
            json.skipChildren();
        }
        return members == 1 ? found : null;
    }

    private @Nullable Long small() {
        boolean fits = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        long value = fits ? json.getLongValue() : Long.MAX_VALUE;
        return value >= -SignalDraft.MAX_N && value <= SignalDraft.MAX_N ? Long.valueOf(value) : null;
    }
}
