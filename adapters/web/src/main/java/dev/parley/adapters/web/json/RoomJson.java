package dev.parley.adapters.web.json;

import dev.parley.kernel.JsonText;
import dev.parley.log.MessageTypes;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomState;
import dev.parley.usecase.RoomPage;
import tools.jackson.core.JsonGenerator;

/// Rooms as clients see them, and what system events tell of them, under the same names.
public final class RoomJson implements EventData {

    private static final int ROOM = 512;

    public static byte[] of(RoomState room) {
        return Json.write(ROOM, json -> write(json, room));
    }

    public static byte[] of(RoomPage page) {
        return Json.write(ROOM * (page.items().size() + 1), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            page.items().forEach(room -> write(json, room));
            json.writeEndArray();
            json.writeStringProperty("next", page.next());
            json.writeEndObject();
        });
    }

    @Override
    public JsonText render(SystemEvent event) {
        return switch (event) {
            case SystemEvent.RoomUpdated(var from, var to) -> Json.text(ROOM, json -> changes(json, from, to));
            case SystemEvent.RoomDestroyed _ -> JsonText.of("{}");
            case SystemEvent.MemberAdded(var user, var role) -> MemberJson.changed(user, null, role);
            case SystemEvent.MemberRemoved(var user) -> MemberJson.changed(user, null, null);
            case SystemEvent.MemberRoleChanged(var user, var from, var to) -> MemberJson.changed(user, from, to);
            case SystemEvent.AttributesChanged(var change) -> AttributeJson.changed(change);
            case SystemEvent.MessageEdited(var seq, var by) -> EventJson.amended(seq, by);
            case SystemEvent.MessageDeleted(var seq, var by) -> EventJson.amended(seq, by);
        };
    }

    static void write(JsonGenerator json, RoomState room) {
        json.writeStartObject();
        json.writeStringProperty("id", room.id().value());
        json.writeStringProperty("kind", room.kind().wire());
        json.writeStringProperty("epoch", room.epoch().text());
        json.writeNumberProperty("head", room.head());
        json.writeNumberProperty("first", room.first());
        json.writeNumberProperty("version", room.version());
        json.writeNumberProperty("createdAt", room.createdAt());
        json.writeStringProperty("title", room.settings().title());
        retention(json, room.settings().retention());
        json.writeNumberProperty("inboundPerSecond", room.settings().inboundPerSecond());
        json.writeNumberProperty("senderPerSecond", room.settings().senders().perSecond());
        json.writeNumberProperty("slowModeSeconds", room.settings().senders().slowModeSeconds());
        json.writeStringProperty("overflow", room.settings().overflow().wire());
        types(json, room.settings().types());
        json.writeBooleanProperty("frozen", room.settings().frozen());
        json.writeStringProperty("presence", room.settings().presence().wire());
        json.writeBooleanProperty("membersOnly", room.settings().admittance().membersOnly());
        json.writeBooleanProperty("muteAll", room.settings().admittance().muteAll());
        json.writeNumberProperty("editSeconds", room.settings().editSeconds());
        json.writeEndObject();
    }

    private static void changes(JsonGenerator json, RoomSettings from, RoomSettings to) {
        json.writeStartObject();
        if (!from.title().equals(to.title())) {
            json.writeStringProperty("title", to.title());
        }
        if (!from.retention().equals(to.retention())) {
            retention(json, to.retention());
        }
        if (from.inboundPerSecond() != to.inboundPerSecond()) {
            json.writeNumberProperty("inboundPerSecond", to.inboundPerSecond());
        }
        if (from.senders().perSecond() != to.senders().perSecond()) {
            json.writeNumberProperty("senderPerSecond", to.senders().perSecond());
        }
        if (from.senders().slowModeSeconds() != to.senders().slowModeSeconds()) {
            json.writeNumberProperty("slowModeSeconds", to.senders().slowModeSeconds());
        }
        if (from.overflow() != to.overflow()) {
            json.writeStringProperty("overflow", to.overflow().wire());
        }
        if (!from.types().equals(to.types())) {
            types(json, to.types());
        }
        if (from.frozen() != to.frozen()) {
            json.writeBooleanProperty("frozen", to.frozen());
        }
        if (from.presence() != to.presence()) {
            json.writeStringProperty("presence", to.presence().wire());
        }
        if (from.admittance().membersOnly() != to.admittance().membersOnly()) {
            json.writeBooleanProperty("membersOnly", to.admittance().membersOnly());
        }
        if (from.admittance().muteAll() != to.admittance().muteAll()) {
            json.writeBooleanProperty("muteAll", to.admittance().muteAll());
        }
        if (from.editSeconds() != to.editSeconds()) {
            json.writeNumberProperty("editSeconds", to.editSeconds());
        }
        json.writeEndObject();
    }

    private static void retention(JsonGenerator json, Retention retention) {
        json.writeObjectPropertyStart("retention");
        json.writeNumberProperty("messages", retention.messages());
        json.writeNumberProperty("maxAgeSeconds", retention.maxAgeSeconds());
        json.writeEndObject();
    }

    private static void types(JsonGenerator json, MessageTypes types) {
        json.writeObjectPropertyStart("types");
        types.rules().forEach((type, rule) -> {
            json.writeObjectPropertyStart(type.value());
            if (rule.tier() != null) {
                json.writeStringProperty("tier", rule.tier().wire());
            }
            if (rule.ttlMs() != null) {
                json.writeNumberProperty("ttlMs", rule.ttlMs());
            }
            json.writeEndObject();
        });
        json.writeEndObject();
    }
}
