package dev.parley.adapters.web.json;

import dev.parley.kernel.UserId;
import dev.parley.usecase.AllowlistPage;

/// Users of a room's allowlist.
public final class AllowlistJson {

    private static final int USER = 64;

    private AllowlistJson() {}

    public static byte[] of(UserId user) {
        return Json.write(USER, json -> PresenceJson.person(json, user, null));
    }

    public static byte[] of(AllowlistPage page) {
        return Json.write(USER * (page.users().size() + 1), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            page.users().forEach(user -> PresenceJson.person(json, user, null));
            json.writeEndArray();
            UserId next = page.next();
            json.writeStringProperty("next", next == null ? null : next.value());
            json.writeEndObject();
        });
    }
}
