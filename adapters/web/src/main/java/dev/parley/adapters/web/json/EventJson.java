package dev.parley.adapters.web.json;

import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.usecase.HistoryPage;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/// Events and pages of them as clients see them. The data goes out as the bytes that are stored.
public final class EventJson {

    /// What an event is beside its data, roughly.
    private static final int FRAME = 384;

    private EventJson() {}

    public static byte[] of(Event event, boolean duplicate) {
        return Json.write(size(event), json -> write(json, event, duplicate));
    }

    /// @param items in the order in which they are to be told
    public static byte[] of(HistoryPage page, List<Event> items) {
        int expected = items.stream().mapToInt(EventJson::size).sum() + FRAME;
        return Json.write(expected, json -> page(json, page, items));
    }

    private static int size(Event event) {
        return event.data().length() + FRAME;
    }

    public static void write(JsonGenerator json, Event event, boolean duplicate) {
        json.writeStartObject();
        json.writeStringProperty("room", event.room().value());
        json.writeStringProperty("epoch", event.position().epoch().text());
        json.writeNumberProperty("seq", event.seq());
        json.writeStringProperty("type", event.type().value());
        json.writeStringProperty("tier", event.tier().wire());
        author(json, event);
        json.writeNumberProperty("ts", event.ts());
        if (event.ref() != null) {
            json.writeNumberProperty("ref", event.ref());
        }
        if (event.key() != null) {
            json.writeStringProperty("key", event.key().value());
        }
        if (event.expiresAt() != null) {
            json.writeNumberProperty("expiresAt", event.expiresAt());
        }
        json.writeName("data");
        json.writeRawValue(new RawJson(event.data()));
        if (duplicate) {
            json.writeBooleanProperty("duplicate", true);
        }
        json.writeEndObject();
    }

    private static void author(JsonGenerator json, Event event) {
        json.writeStringProperty("sender", event.author().sender().value());
        if (event.author().name() != null) {
            json.writeStringProperty("senderName", event.author().name());
        }
        if (!event.clientMsgId().serverMade()) {
            json.writeStringProperty("clientMsgId", event.clientMsgId().value());
        }
    }

    private static void page(JsonGenerator json, HistoryPage page, List<Event> items) {
        json.writeStartObject();
        json.writeArrayPropertyStart("items");
        items.forEach(event -> item(json, page, event));
        json.writeEndArray();
        json.writeStringProperty("epoch", page.epoch().text());
        json.writeNumberProperty("first", page.first());
        json.writeNumberProperty("head", page.head());
        json.writeStringProperty("next", page.next().text());
        json.writeBooleanProperty("hasMore", page.hasMore());
        json.writeArrayPropertyStart("skipped");
        page.skipped().forEach(skipped -> skipped(json, skipped));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void item(JsonGenerator json, HistoryPage page, Event event) {
        if (page.written() == null) {
            write(json, event, false);
        } else {
            json.writeRawValue(new RawJson(JsonText.ofUtf8(page.written().apply(event))));
        }
    }

    private static void skipped(JsonGenerator json, HistoryPage.Skipped skipped) {
        json.writeStartObject();
        json.writeNumberProperty("from", skipped.from());
        json.writeNumberProperty("to", skipped.to());
        json.writeNumberProperty("count", skipped.count());
        json.writeStringProperty("reason", skipped.reason().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
    }
}
