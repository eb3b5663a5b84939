package dev.parley.bench.peer;

import dev.parley.bench.stream.ClientFrame;
import dev.parley.bench.stream.EventData;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Text;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the messages of Parley's WebSocket: those of the load byte by byte, all others as JSON.
final class ParleyMessages implements Text {

    private static final JsonMapper JSON = new JsonMapper();

    private final RoomNames rooms;
    private final int connection;
    private final String[] cursors;
    private final Receiver receiver;
    private final Link link;
    private final EventData data;
    private int acknowledged;

    /// @param cursor of all rooms, as `room=position,…` or as the position of the only one; empty: from now on
    ParleyMessages(RoomNames rooms, int connection, String cursor, Receiver receiver, Link link) {
        this.rooms = rooms;
        this.connection = connection;
        this.cursors = cursor.isEmpty() ? new String[0] : cursor.split(",");
        this.receiver = receiver;
        this.link = link;
        this.data = new EventData(rooms);
    }

    @Override
    public void message(byte[] bytes, int from, int to, int framed) {
        if (data.isMessage(bytes, from, to)) {
            data.read(bytes, from, to);
            receiver.delivered(data.room(), data.seq(), data.stamp(), framed);
        } else {
            other(JSON.readTree(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
        }
    }

    private void other(JsonNode event) {
        JsonNode content = event.path("data");
        switch (event.path("event").asString("")) {
            case "hello" -> subscribe();
            case "ack" -> acknowledged(content);
            case "gap", "dropped" -> {
                String id = event.path("id").asString("");
                receiver.leftOut(room(content), Long.parseLong(id.substring(id.lastIndexOf(':') + 1)));
            }
            case "problem", "closed", "reconnect" -> receiver.ended(event.toString());
            default -> {}
        }
    }

    private void subscribe() {
        for (int i = 0; i < rooms.each(); i++) {
            String room = rooms.name(rooms.roomOf(connection, i));
            String after = cursors.length == 0
                    ? ""
                    : ",\"after\":\"" + cursors[i].substring(cursors[i].indexOf('=') + 1) + "\"";
            link.send(ClientFrame.text(
                    "{\"op\":\"subscribe\",\"ref\":\"" + i + "\",\"room\":\"" + room + "\"" + after + "}"));
        }
    }

    private void acknowledged(JsonNode subscribed) {
        if (subscribed.path("resume").asString("").equals("fresh")) {
            receiver.startsAfter(
                    room(subscribed),
                    subscribed.path("epoch").asString(""),
                    subscribed.path("head").asLong(0));
        }
        if (++acknowledged == rooms.each()) {
            receiver.opened();
        }
    }

    private int room(JsonNode of) {
        String name = of.path("room").asString("");
        return name.startsWith(rooms.prefix())
                ? Integer.parseInt(name.substring(rooms.prefix().length()))
                : -1;
    }
}
