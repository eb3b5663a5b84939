package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.kernel.Author;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a token made in dev mode is to say.
///
/// @param rooms permissions by room pattern
public record TokenRequest(
        UserId user, @Nullable String name, boolean admin, Map<String, Set<Permission>> rooms, Duration ttl) {

    public static TokenRequest read(byte[] body) {
        return JsonBody.read(body, json -> new Reader(json).token());
    }

    private static final class Reader {

        private static final long DAY = 86_400;
        private static final long YEAR = 365 * DAY;
        private static final Pattern ROOMS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._~-]{0,127}\\*?|\\*");

        private final JsonParser json;
        private @Nullable UserId user;
        private @Nullable String name;
        private boolean admin;
        private final Map<String, Set<Permission>> rooms = new HashMap<>();
        private long ttlSeconds = DAY;

        Reader(JsonParser json) {
            this.json = json;
        }

        TokenRequest token() {
            JsonBody.members(json, this::member);
            if (user == null) {
                throw invalid("user is required");
            }
            return new TokenRequest(user, name, admin, rooms, Duration.ofSeconds(ttlSeconds));
        }

        private void member(String member) {
            switch (member) {
                case "user" -> user = new UserId(JsonBody.text(json, member));
                case "name" -> name = name();
                case "admin" -> admin = !isNull(json) && JsonBody.flag(json, member);
                case "rooms" -> rooms();
                case "ttlSeconds" -> ttlSeconds = isNull(json) ? DAY : JsonBody.whole(json, member, 1, YEAR);
                default -> throw invalid("a token has user, name, admin, rooms and ttlSeconds, and no others");
            }
        }

        private @Nullable String name() {
            String text = JsonBody.textOrNull(json, "name");
            if (text != null && text.length() > Author.MAX_NAME_LENGTH) {
                throw invalid("name has at most " + Author.MAX_NAME_LENGTH + " characters");
            }
            return text;
        }

        private void rooms() {
            if (isNull(json)) {
                return;
            }
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw invalid("rooms is an object of room patterns and permissions");
            }
            JsonBody.members(json, pattern -> {
                if (!ROOMS.matcher(pattern).matches() || rooms.size() == Grants.MAX_PATTERNS) {
                    throw invalid("rooms has at most " + Grants.MAX_PATTERNS
                            + " members, each an exact room id or a prefix followed by *");
                }
                rooms.put(pattern, permissions());
            });
        }

        private Set<Permission> permissions() {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw invalid("permissions are an array");
            }
            var permissions = EnumSet.noneOf(Permission.class);
            while (json.nextToken() != JsonToken.END_ARRAY) {
                permissions.add(permission());
            }
            return permissions;
        }

        private Permission permission() {
            return Permission.of(JsonBody.text(json, "a permission"))
                    .orElseThrow(() -> invalid("permissions are subscribe, publish, moderate and manage"));
        }
    }
}
