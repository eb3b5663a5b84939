package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.JsonText;
import dev.parley.log.AttributeBook;
import dev.parley.log.AttributeCondition;
import dev.parley.log.TypeRule;
import dev.parley.usecase.AttributePatch;
import java.util.Collections;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads what a request makes of a room's attributes.
public final class AttributeBody {

    /// The address of what has changed, so that no attribute could be read under it.
    private static final String TAKEN = "changes";

    private final JsonParser json;
    private final byte[] body;
    private final TreeMap<AttributeKey, JsonText> set = new TreeMap<>();
    private final TreeSet<AttributeKey> removed = new TreeSet<>();
    private @Nullable JsonText value;
    private boolean autoDelete;
    private long ttlMs;
    private boolean force;

    private AttributeBody(JsonParser json, byte[] body) {
        this.json = json;
        this.body = body;
    }

    /// A key that a client may name.
    public static AttributeKey key(String text) {
        if (text.equals(TAKEN)) {
            throw Problem.of(ProblemCode.INVALID_ID, "no attribute has the key " + TAKEN)
                    .exception();
        }
        return new AttributeKey(text);
    }

    /// One attribute: `{"value", "autoDelete", "ttlMs"}`.
    public static AttributePatch one(
            AttributeKey key, byte[] body, AttributeCondition condition, @Nullable ClientMessageId id) {
        return JsonBody.read(body, json -> new AttributeBody(json, body).one(key, condition, id));
    }

    /// Several: `{"set", "remove", "options": {"autoDelete", "ttlMs", "force"}}`.
    public static AttributePatch several(byte[] body, @Nullable ClientMessageId id) {
        return JsonBody.read(body, json -> new AttributeBody(json, body).several(id));
    }

    private AttributePatch one(AttributeKey key, AttributeCondition condition, @Nullable ClientMessageId id) {
        JsonBody.members(json, name -> {
            switch (name) {
                case "value" -> value = value();
                case "autoDelete", "ttlMs" -> option(name);
                default -> throw invalid("an attribute has the members value, autoDelete and ttlMs, and no others");
            }
        });
        if (value == null) {
            throw invalid("value is required");
        }
        return AttributePatch.ofSetting(key, value, autoDelete, ttlMs, false, condition, id);
    }

    private AttributePatch several(@Nullable ClientMessageId id) {
        JsonBody.members(json, name -> {
            switch (name) {
                case "set" -> set();
                case "remove" -> remove();
                case "options" -> options();
                default -> throw invalid("a change has the members set, remove and options, and no others");
            }
        });
        check();
        return new AttributePatch(set, removed, autoDelete, ttlMs, force, new AttributeCondition.Anything(), id);
    }

    private void check() {
        int keys = set.size() + removed.size();
        if (keys == 0 || keys > AttributeBook.MAX_CHANGED) {
            throw invalid("a change names 1 to " + AttributeBook.MAX_CHANGED + " keys");
        }
        if (!Collections.disjoint(set.keySet(), removed)) {
            throw invalid("no key is set and removed at once");
        }
        if (set.values().stream().mapToInt(JsonText::length).sum() > AttributeBook.MAX_CHANGE) {
            throw tooLarge("the values of a change have at most 16 KiB together");
        }
    }

    private void set() {
        if (isNull(json)) {
            return;
        }
        object("set");
        JsonBody.members(json, name -> set.put(key(name), value()));
    }

    private void remove() {
        if (isNull(json)) {
            return;
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw invalid("remove is a list of keys");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            removed.add(key(JsonBody.text(json, "remove")));
        }
    }

    private void options() {
        if (isNull(json)) {
            return;
        }
        object("options");
        JsonBody.members(json, name -> {
            switch (name) {
                case "autoDelete", "ttlMs" -> option(name);
                case "force" -> force = !isNull(json) && JsonBody.flag(json, name);
                default -> throw invalid("options are autoDelete, ttlMs and force, and no others");
            }
        });
    }

    private void option(String name) {
        if (name.equals("autoDelete")) {
            autoDelete = !isNull(json) && JsonBody.flag(json, name);
        } else {
            ttlMs = isNull(json) ? 0 : JsonBody.whole(json, name, 0, TypeRule.MAX_TTL_MS);
        }
    }

    private void object(String name) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw invalid(name + " is an object");
        }
    }

    private JsonText value() {
        int from = (int) json.currentTokenLocation().getByteOffset();
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.finishToken();
        }
        JsonText read =
                DataCompactor.compact(body, from, (int) json.currentLocation().getByteOffset());
        if (read.length() > AttributeBook.MAX_VALUE) {
            throw tooLarge("a value has at most 4 KiB, white space not counted");
        }
        return read;
    }

    private static RuntimeException tooLarge(String detail) {
        return Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, detail).exception();
    }
}
