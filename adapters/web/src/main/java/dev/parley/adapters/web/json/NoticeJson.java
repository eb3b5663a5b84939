package dev.parley.adapters.web.json;

import dev.parley.delivery.Notice;
import dev.parley.kernel.Author;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Signal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// What a stream carries beside events, as its data.
public final class NoticeJson {

    private static final int SHORT = 192;
    private static final int ROOM = 96;
    private static final int NAME = 64;

    private NoticeJson() {}

    public static byte[] of(Notice.Hello hello) {
        return object(SHORT + ROOM * hello.rooms().size(), json -> {
            json.writeStringProperty("session", hello.session().value());
            json.writeStringProperty("user", hello.user().value());
            json.writeNumberProperty("heartbeatMs", hello.heartbeatMs());
            json.writeNumberProperty("pullJitterMs", hello.pullJitterMs());
            json.writeObjectPropertyStart("rooms");
            hello.rooms().forEach(start -> start(json, start));
            json.writeEndObject();
        });
    }

    private static void start(JsonGenerator json, Notice.RoomStart start) {
        json.writeObjectPropertyStart(start.room().value());
        where(json, start);
        json.writeEndObject();
    }

    /// Where a room that joined a socket begins.
    public static byte[] of(Notice.RoomStart start) {
        return object(SHORT, json -> {
            json.writeStringProperty("room", start.room().value());
            where(json, start);
        });
    }

    /// The room alone.
    public static byte[] ofRoom(RoomId room) {
        return object(SHORT, json -> json.writeStringProperty("room", room.value()));
    }

    private static void where(JsonGenerator json, Notice.RoomStart start) {
        json.writeStringProperty("epoch", start.epoch().text());
        json.writeNumberProperty("head", start.head());
        json.writeStringProperty("resume", Notice.wire(start.resume()));
    }

    public static byte[] of(Notice.CaughtUp caughtUp) {
        return object(SHORT, json -> {
            room(json, caughtUp.room(), caughtUp.at().epoch());
            json.writeNumberProperty("seq", caughtUp.at().seq());
            json.writeNumberProperty("replayed", caughtUp.replayed());
        });
    }

    public static byte[] of(Notice.Notify news) {
        return object(SHORT, json -> {
            room(json, news.room(), news.head().epoch());
            json.writeNumberProperty("head", news.head().seq());
        });
    }

    /// The client always reloads; filling a gap from elsewhere is nothing this version offers.
    public static byte[] of(Notice.Gap gap) {
        return object(SHORT, json -> {
            room(json, gap.room(), gap.epoch());
            json.writeNumberProperty("from", gap.from());
            json.writeNumberProperty("to", gap.to());
            json.writeNumberProperty("first", gap.first());
            json.writeNumberProperty("head", gap.head());
            json.writeStringProperty("reason", Notice.wire(gap.reason()));
            json.writeStringProperty("action", "reload");
        });
    }

    public static byte[] of(Notice.Dropped dropped) {
        return object(SHORT, json -> {
            room(json, dropped.room(), dropped.epoch());
            json.writeStringProperty("tier", dropped.tier().wire());
            json.writeNumberProperty("from", dropped.from());
            json.writeNumberProperty("to", dropped.to());
            json.writeNumberProperty("count", dropped.count());
            json.writeStringProperty("reason", Notice.wire(dropped.reason()));
        });
    }

    public static byte[] of(Notice.Closed closed) {
        return object(SHORT, json -> {
            json.writeStringProperty("room", closed.room().value());
            json.writeStringProperty("reason", Notice.wire(closed.reason()));
            json.writeBooleanProperty("retryable", closed.reason().retryable());
        });
    }

    public static byte[] of(Notice.CursorMoved moved) {
        return object(SHORT, json -> {
            RoomId room = moved.room();
            if (room != null) {
                json.writeStringProperty("room", room.value());
            }
        });
    }

    public static byte[] of(Notice.Reconnect reconnect) {
        return object(SHORT, json -> {
            json.writeNumberProperty("afterMs", reconnect.afterMs());
            json.writeStringProperty("reason", Notice.wire(reconnect.reason()));
        });
    }

    public static byte[] of(Notice.Presence presence) {
        int names = presence.joins().size() + presence.leaves().size();
        return object(SHORT + NAME * names, json -> {
            json.writeStringProperty("room", presence.room().value());
            json.writeArrayPropertyStart("joins");
            presence.joins().forEach(person -> PresenceJson.person(json, person.user(), person.name()));
            json.writeEndArray();
            json.writeArrayPropertyStart("leaves");
            presence.leaves().forEach(leaver -> {
                json.writeStartObject();
                json.writeStringProperty("user", leaver.user().value());
                json.writeStringProperty("cause", leaver.cause());
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeNumberProperty("count", presence.count());
            json.writeBooleanProperty("more", presence.more());
        });
    }

    public static byte[] of(Notice.Occupancy occupancy) {
        return object(SHORT, json -> {
            json.writeStringProperty("room", occupancy.room().value());
            json.writeNumberProperty("count", occupancy.count());
            json.writeNumberProperty("users", occupancy.users());
        });
    }

    /// A sum of several senders' has none.
    public static byte[] of(Notice.Signalled signalled) {
        Signal signal = signalled.signal();
        int data = signal instanceof Signal.Latest latest ? latest.data().length() : 0;
        return object(SHORT + ROOM + data, json -> {
            if (signalled.room() != null) {
                json.writeStringProperty("room", signalled.room().value());
            }
            json.writeStringProperty("type", signal.type().value());
            switch (signal) {
                case Signal.Latest latest -> {
                    sender(json, latest.author());
                    json.writeName("data");
                    json.writeRawValue(new RawJson(latest.data()));
                }
                case Signal.Sum sum -> {
                    sender(json, sum.author());
                    json.writeObjectPropertyStart("data");
                    json.writeNumberProperty("n", sum.n());
                    json.writeEndObject();
                }
            }
            json.writeNumberProperty("ttlMs", signal.ttlMs());
        });
    }

    private static void sender(JsonGenerator json, @Nullable Author author) {
        if (author != null) {
            json.writeStringProperty("sender", author.sender().value());
            if (author.name() != null) {
                json.writeStringProperty("senderName", author.name());
            }
        }
    }

    private static void room(JsonGenerator json, RoomId room, Epoch epoch) {
        json.writeStringProperty("room", room.value());
        json.writeStringProperty("epoch", epoch.text());
    }

    private static byte[] object(int expected, Consumer<JsonGenerator> members) {
        return Json.write(expected, json -> {
            json.writeStartObject();
            members.accept(json);
            json.writeEndObject();
        });
    }
}
