package dev.parley.adapters.web.json;

import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresentUser;
import dev.parley.usecase.LifecycleStretch;
import dev.parley.usecase.PresenceView;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Who is in a room, and who came and went.
public final class PresenceJson {

    private static final int SHORT = 128;
    private static final int NAME = 96;
    private static final int ROW = 256;

    private PresenceJson() {}

    /// Somebody as others see him; the name only if he has one.
    static void person(JsonGenerator json, UserId user, @Nullable String name) {
        json.writeStartObject();
        who(json, user, name);
        json.writeEndObject();
    }

    private static void who(JsonGenerator json, UserId user, @Nullable String name) {
        json.writeStringProperty("user", user.value());
        if (name != null) {
            json.writeStringProperty("name", name);
        }
    }

    public static byte[] of(PresenceView view) {
        return Json.write(SHORT + NAME * view.users().size(), json -> {
            json.writeStartObject();
            json.writeStringProperty("mode", view.mode().wire());
            json.writeNumberProperty("count", view.occupancy().users());
            json.writeArrayPropertyStart("items");
            view.users().forEach(user -> item(json, user));
            json.writeEndArray();
            UserId next = view.next();
            json.writeStringProperty("next", next == null ? null : next.value());
            json.writeNumberProperty("asOf", view.occupancy().asOf());
            json.writeEndObject();
        });
    }

    private static void item(JsonGenerator json, PresentUser user) {
        json.writeStartObject();
        who(json, user.user(), user.name());
        json.writeNumberProperty("sessions", user.sessions());
        json.writeEndObject();
    }

    public static byte[] of(Occupancy occupancy) {
        return Json.write(SHORT, json -> {
            json.writeStartObject();
            json.writeNumberProperty("count", occupancy.sessions());
            json.writeNumberProperty("users", occupancy.users());
            json.writeNumberProperty("asOf", occupancy.asOf());
            json.writeEndObject();
        });
    }

    public static byte[] of(LifecycleStretch stretch) {
        return Json.write(SHORT + ROW * stretch.rows().size(), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            stretch.rows().forEach(row -> row(json, row));
            json.writeEndArray();
            json.writeNumberProperty("first", stretch.first());
            json.writeNumberProperty("head", stretch.head());
            json.writeStringProperty("next", Long.toString(stretch.next()));
            json.writeBooleanProperty("hasMore", stretch.hasMore());
            json.writeEndObject();
        });
    }

    private static void row(JsonGenerator json, LifecycleRow row) {
        json.writeStartObject();
        json.writeNumberProperty("pos", row.pos());
        json.writeNumberProperty("ts", row.ts());
        json.writeStringProperty("kind", row.entry().kind().wire());
        json.writeStringProperty("room", row.entry().room().value());
        Visitor visitor = row.entry().visitor();
        if (visitor != null) {
            who(json, visitor.user(), visitor.name());
            json.writeStringProperty("session", visitor.session().value());
            // As text: it has more digits than a JSON number keeps in most languages.
            json.writeStringProperty("connectionEpoch", visitor.epoch().toString());
        }
        if (row.entry().cause() != null) {
            json.writeStringProperty("cause", row.entry().cause().wire());
        }
        json.writeEndObject();
    }
}
