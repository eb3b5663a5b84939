package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.usecase.SettingsChange;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the setting `retention`, itself a merge patch.
final class RetentionReader {

    private static final long MAX_MESSAGES = 1_000_000_000_000L;

    /// A hundred years.
    private static final long MAX_AGE_SECONDS = 3_153_600_000L;

    private @Nullable Long messages;
    private boolean messagesNamed;
    private @Nullable Long maxAgeSeconds;
    private boolean maxAgeNamed;

    private RetentionReader() {}

    static SettingsChange read(JsonParser json) {
        if (isNull(json)) {
            return (kind, now) -> with(now, RoomSettings.defaults(kind).retention());
        }
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw invalid("retention is an object with messages and maxAgeSeconds");
        }
        var reader = new RetentionReader();
        JsonBody.members(json, name -> reader.member(json, name));
        return (kind, now) -> with(
                now, reader.merge(now.retention(), RoomSettings.defaults(kind).retention()));
    }

    private void member(JsonParser json, String name) {
        switch (name) {
            case "messages" -> {
                messagesNamed = true;
                messages = isNull(json) ? null : Long.valueOf(JsonBody.whole(json, name, 0, MAX_MESSAGES));
            }
            case "maxAgeSeconds" -> {
                maxAgeNamed = true;
                maxAgeSeconds = isNull(json) ? null : Long.valueOf(JsonBody.whole(json, name, 0, MAX_AGE_SECONDS));
            }
            default -> throw invalid("retention has messages and maxAgeSeconds, and no others");
        }
    }

    private Retention merge(Retention now, Retention defaults) {
        return new Retention(
                merge(messagesNamed, messages, now.messages(), defaults.messages()),
                merge(maxAgeNamed, maxAgeSeconds, now.maxAgeSeconds(), defaults.maxAgeSeconds()));
    }

    private static long merge(boolean named, @Nullable Long wanted, long now, long otherwise) {
        if (!named) {
            return now;
        }
        return wanted == null ? otherwise : wanted;
    }

    private static RoomSettings with(RoomSettings now, Retention retention) {
        return now.withRetention(retention);
    }
}
