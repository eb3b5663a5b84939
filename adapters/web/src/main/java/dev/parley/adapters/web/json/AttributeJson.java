package dev.parley.adapters.web.json;

import dev.parley.kernel.JsonText;
import dev.parley.log.Attribute;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.presence.Occupancy;
import dev.parley.room.RoomSnapshot;
import dev.parley.usecase.AttributeStretch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Attributes as clients see them. Values go out as the bytes that are stored.
public final class AttributeJson {

    private static final int SHORT = 256;
    private static final int ROW = 192;

    private AttributeJson() {}

    /// What the event of a change tells.
    static JsonText changed(ChangeAttributes change) {
        return Json.text(SHORT, json -> {
            json.writeStartObject();
            json.writeObjectPropertyStart("set");
            change.set().forEach((key, value) -> {
                json.writeObjectPropertyStart(key.value());
                value(json, value);
                if (change.autoDelete()) {
                    json.writeBooleanProperty("autoDelete", true);
                }
                if (change.ttlMs() > 0) {
                    json.writeNumberProperty("ttlMs", change.ttlMs());
                }
                json.writeEndObject();
            });
            json.writeEndObject();
            json.writeArrayPropertyStart("removed");
            change.removed().forEach(key -> json.writeString(key.value()));
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /// All of a room's.
    public static byte[] of(RoomSnapshot snapshot) {
        return Json.write(size(snapshot.attributes()), json -> {
            json.writeStartObject();
            attributes(json, snapshot.attributes());
            json.writeStringProperty("position", snapshot.position().text());
            json.writeEndObject();
        });
    }

    /// The room with all of them.
    ///
    /// @param occupancy null = the room does not tell, or nobody knows
    public static byte[] of(RoomSnapshot snapshot, @Nullable Occupancy occupancy) {
        return Json.write(2 * SHORT + size(snapshot.attributes()), json -> {
            json.writeStartObject();
            json.writeName("room");
            RoomJson.write(json, snapshot.room());
            attributes(json, snapshot.attributes());
            json.writeName("occupancy");
            if (occupancy == null) {
                json.writeNull();
            } else {
                json.writeRawValue(new RawJson(JsonText.ofUtf8(PresenceJson.of(occupancy))));
            }
            json.writeStringProperty("position", snapshot.position().text());
            json.writeEndObject();
        });
    }

    public static byte[] of(Attribute attribute) {
        return Json.write(size(List.of(attribute)), json -> {
            json.writeStartObject();
            json.writeStringProperty("key", attribute.key().value());
            content(json, attribute);
            json.writeEndObject();
        });
    }

    public static byte[] of(AttributeStretch stretch) {
        return Json.write(size(stretch.items()), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            stretch.items().forEach(item -> {
                json.writeStartObject();
                json.writeStringProperty("key", item.key().value());
                content(json, item);
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeStringProperty("position", stretch.position().text());
            json.writeEndObject();
        });
    }

    private static int size(List<Attribute> attributes) {
        return SHORT
                + attributes.stream()
                        .mapToInt(row ->
                                ROW + (row.value() == null ? 0 : row.value().length()))
                        .sum();
    }

    private static void attributes(JsonGenerator json, List<Attribute> attributes) {
        json.writeObjectPropertyStart("attributes");
        attributes.forEach(attribute -> {
            json.writeObjectPropertyStart(attribute.key().value());
            content(json, attribute);
            json.writeEndObject();
        });
        json.writeEndObject();
    }

    private static void content(JsonGenerator json, Attribute attribute) {
        JsonText value = attribute.value();
        if (value == null) {
            json.writeBooleanProperty("deleted", true);
        } else {
            value(json, value);
        }
        json.writeNumberProperty("seq", attribute.seq());
        json.writeStringProperty("owner", attribute.owner().value());
        if (value != null) {
            json.writeBooleanProperty("autoDelete", attribute.autoDelete());
        }
        if (attribute.expiresAt() != null) {
            json.writeNumberProperty("expiresAt", attribute.expiresAt());
        }
    }

    private static void value(JsonGenerator json, JsonText value) {
        json.writeName("value");
        json.writeRawValue(new RawJson(value));
    }
}
