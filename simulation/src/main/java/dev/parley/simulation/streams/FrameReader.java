package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.simulation.streams.Frame.Resume;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads what [FrameText] writes, from the bytes alone.
final class FrameReader {

    private final String[] fields;
    private int next = 2;

    private FrameReader(String line) {
        this.fields = line.split("\t", -1);
    }

    static List<Frame> read(byte[] bytes) {
        var frames = new ArrayList<Frame>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
            if (!line.isEmpty()) {
                frames.add(read(line));
            }
        }
        return frames;
    }

    private static Frame read(String line) {
        try {
            return new FrameReader(line).frame();
        } catch (RuntimeException _) {
            return new Frame.Unreadable(line);
        }
    }

    private Frame frame() {
        return switch (fields[1]) {
            case "retry" -> new Frame.Retry(number());
            case "hello" -> new Frame.Hello(id(), text(), rooms());
            case "message" -> new Frame.Message(id(), room(), epoch(), number(), text(), text());
            case "caught-up" -> new Frame.CaughtUp(room(), epoch(), number(), number());
            case "gap" -> new Frame.Gap(id(), room(), epoch(), number(), number(), number(), number(), text());
            case "dropped" -> new Frame.Dropped(id(), room(), epoch(), tier(), number(), number(), number(), text());
            case "closed" -> new Frame.Closed(room(), text(), Boolean.parseBoolean(text()));
            case "cursor" -> new Frame.Cursor(id(), roomOrNone());
            case "reconnect" -> new Frame.Reconnect(number(), text());
            case "problem" -> new Frame.Problem(text());
            case "heartbeat" -> new Frame.Heartbeat();
            case "replaced" -> new Frame.Replaced();
            default -> new Frame.Unreadable(String.join("|", fields));
        };
    }

    private @Nullable String id() {
        return fields[0].isEmpty() ? null : fields[0];
    }

    private String text() {
        return fields[next++];
    }

    private long number() {
        return Long.parseLong(text());
    }

    private RoomId room() {
        return new RoomId(text());
    }

    private @Nullable RoomId roomOrNone() {
        String room = text();
        return room.isEmpty() ? null : new RoomId(room);
    }

    private Epoch epoch() {
        return Epoch.parse(text()).orElseThrow();
    }

    private Tier tier() {
        return Tier.of(text()).orElseThrow();
    }

    private Map<RoomId, Frame.Room> rooms() {
        var rooms = new LinkedHashMap<RoomId, Frame.Room>();
        String list = text();
        for (String entry : list.isEmpty() ? new String[0] : list.split(",")) {
            int equals = entry.indexOf('=');
            int end = entry.lastIndexOf(':');
            var position = Position.parse(entry.substring(equals + 1, end)).orElseThrow();
            rooms.put(
                    new RoomId(entry.substring(0, equals)),
                    new Frame.Room(position.epoch(), position.seq(), Resume.valueOf(entry.substring(end + 1))));
        }
        return rooms;
    }
}
