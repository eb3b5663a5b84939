package dev.parley.adapters.web.json;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Sender;
import dev.parley.usecase.HistoryPage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/// Events and pages of them as clients see them. The data goes out as the bytes that are stored.
public final class EventJson {

    /// What an event is beside its data, roughly.
    private static final int FRAME = 384;

    private static final int BEFORE_ITEMS = "{\"items\":[".length();

    private static final int SHORT = 64;

    private EventJson() {}

    public static byte[] of(Event event, boolean duplicate) {
        return Json.write(size(event), json -> write(json, event, duplicate));
    }

    /// @param tiers whether critical, high and low come in this order; otherwise as in the log
    public static byte[] of(HistoryPage page, boolean tiers) {
        return page.written() == null ? written(page, tiers) : page.written().whole(tiers, () -> written(page, tiers));
    }

    private static byte[] written(HistoryPage page, boolean tiers) {
        List<Event> items = tiers
                ? page.items().stream()
                        .sorted(Comparator.comparing(Event::tier))
                        .toList()
                : page.items();
        return page.written() == null
                ? Json.write(items.stream().mapToInt(EventJson::size).sum() + FRAME, json -> page(json, page, items))
                : joined(
                        Json.write(FRAME, json -> page(json, page, List.of())),
                        items.stream().map(page.written()::item).toList());
    }

    /// Puts the items into a page without any.
    private static byte[] joined(byte[] empty, List<byte[]> items) {
        int commas = Math.max(0, items.size() - 1);
        int length = empty.length
                + commas
                + items.stream().mapToInt(item -> item.length).sum();
        byte[] whole = Arrays.copyOf(empty, length);
        int at = BEFORE_ITEMS;
        for (byte[] item : items) {
            if (at > BEFORE_ITEMS) {
                whole[at++] = ',';
            }
            System.arraycopy(item, 0, whole, at, item.length);
            at += item.length;
        }
        System.arraycopy(empty, BEFORE_ITEMS, whole, at, empty.length - BEFORE_ITEMS);
        return whole;
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
        if (event.amendment() != null) {
            amendment(json, event.amendment());
        }
        if (!event.deleted()) {
            json.writeName("data");
            json.writeRawValue(new RawJson(event.data()));
        }
        if (duplicate) {
            json.writeBooleanProperty("duplicate", true);
        }
        json.writeEndObject();
    }

    private static void amendment(JsonGenerator json, Amendment made) {
        if (made.deleted()) {
            json.writeBooleanProperty("deleted", true);
        }
        json.writeNumberProperty("editedAt", made.at());
        json.writeNumberProperty("editedSeq", made.seq());
        json.writeStringProperty("by", made.by().value());
    }

    /// What tells that a message has another form.
    static JsonText amended(long seq, Sender by) {
        return Json.text(SHORT, json -> {
            json.writeStartObject();
            json.writeNumberProperty("seq", seq);
            json.writeStringProperty("by", by.value());
            json.writeEndObject();
        });
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
        items.forEach(event -> write(json, event, false));
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

    private static void skipped(JsonGenerator json, HistoryPage.Skipped skipped) {
        json.writeStartObject();
        json.writeNumberProperty("from", skipped.from());
        json.writeNumberProperty("to", skipped.to());
        json.writeNumberProperty("count", skipped.count());
        json.writeStringProperty("reason", skipped.reason().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
    }
}
