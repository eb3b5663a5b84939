package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Tier;
import dev.parley.log.MessageTypes;
import dev.parley.log.TypeRule;
import dev.parley.usecase.SettingsChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the setting `types`, a merge patch in which each type is one too.
final class TypesReader {

    private static final String WHAT = "types is an object of message types, each with tier and ttlMs";

    private final JsonParser json;
    private final List<UnaryOperator<MessageTypes>> changes = new ArrayList<>();

    private TypesReader(JsonParser json) {
        this.json = json;
    }

    static SettingsChange read(JsonParser json) {
        if (isNull(json)) {
            return (_, now) -> now.withTypes(MessageTypes.NONE);
        }
        List<UnaryOperator<MessageTypes>> changes = new TypesReader(json).types();
        return (_, now) -> {
            MessageTypes types = now.types();
            for (UnaryOperator<MessageTypes> change : changes) {
                types = change.apply(types);
            }
            return now.withTypes(types);
        };
    }

    private List<UnaryOperator<MessageTypes>> types() {
        enterObject();
        JsonBody.members(json, this::type);
        if (changes.size() > MessageTypes.MAX) {
            throw invalid("types has at most " + MessageTypes.MAX + " members");
        }
        return List.copyOf(changes);
    }

    private void type(String name) {
        var type = new EventType(name);
        if (type.system()) {
            throw invalid("types that begin with room. are the server's own");
        }
        if (isNull(json)) {
            changes.add(types -> types.with(type, null));
            return;
        }
        enterObject();
        List<UnaryOperator<TypeRule>> parts = new ArrayList<>();
        JsonBody.members(json, part -> parts.add(part(part)));
        changes.add(types -> types.with(type, changed(types.rule(type), parts)));
    }

    private static TypeRule changed(TypeRule rule, List<UnaryOperator<TypeRule>> parts) {
        TypeRule changed = rule;
        for (UnaryOperator<TypeRule> part : parts) {
            changed = part.apply(changed);
        }
        return changed;
    }

    private UnaryOperator<TypeRule> part(String name) {
        return switch (name) {
            case "tier" -> {
                Tier tier = isNull(json) ? null : tier();
                yield rule -> rule.withTier(tier);
            }
            case "ttlMs" -> {
                Long ttlMs = ttlMs();
                yield rule -> rule.withTtlMs(ttlMs);
            }
            case "publish", "unread" -> throw JsonBody.notSupported(name);
            default -> throw invalid("a type has tier and ttlMs, and no others");
        };
    }

    private Tier tier() {
        return Tier.of(JsonBody.text(json, "tier")).orElseThrow(() -> invalid("tier is critical, high or low"));
    }

    private @Nullable Long ttlMs() {
        return isNull(json) ? null : Long.valueOf(JsonBody.whole(json, "ttlMs", 0, TypeRule.MAX_TTL_MS));
    }

    private void enterObject() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw invalid(WHAT);
        }
    }
}
