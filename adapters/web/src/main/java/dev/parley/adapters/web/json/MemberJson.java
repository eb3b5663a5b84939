package dev.parley.adapters.web.json;

import dev.parley.kernel.JsonText;
import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Role;
import dev.parley.usecase.MemberPage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Members as clients see them, and what events tell of them, under the same names.
public final class MemberJson {

    private static final int MEMBER = 96;

    private MemberJson() {}

    /// @param from which role he had, where he had one; null = not told
    /// @param role null = none any more
    static JsonText changed(UserId user, @Nullable Role from, @Nullable Role role) {
        return Json.text(MEMBER, json -> {
            json.writeStartObject();
            json.writeStringProperty("user", user.value());
            if (role != null) {
                json.writeStringProperty("role", role.wire());
            }
            if (from != null) {
                json.writeStringProperty("from", from.wire());
            }
            json.writeEndObject();
        });
    }

    public static byte[] of(Member member) {
        return Json.write(MEMBER, json -> write(json, member));
    }

    public static byte[] of(MemberPage page) {
        return Json.write(MEMBER * (page.items().size() + 1), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            page.items().forEach(member -> write(json, member));
            json.writeEndArray();
            UserId next = page.next();
            json.writeStringProperty("next", next == null ? null : next.value());
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Member member) {
        json.writeStartObject();
        json.writeStringProperty("user", member.user().value());
        json.writeStringProperty("role", member.role().wire());
        json.writeStringProperty("notify", member.standing().notifies().wire());
        json.writeNumberProperty("since", member.since());
        json.writeEndObject();
    }
}
