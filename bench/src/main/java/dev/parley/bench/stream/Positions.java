package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;

/// Reads the ids of Parley's streams: `epoch:seq`, or `room=epoch:seq,room=epoch:seq`.
final class Positions {

    @FunctionalInterface
    interface Each {
        void accept(int room, String epoch, long seq);
    }

    private Positions() {}

    /// The seq of a position that ends there.
    static long seq(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && bytes[at - 1] != ':') {
            at--;
        }
        return at == from ? Receiver.NONE : ByteSearch.number(bytes, at, to);
    }

    /// @param only the room when the id does not name any
    static void each(RoomNames rooms, int only, byte[] id, int length, Each each) {
        for (String part : new String(id, 0, length, StandardCharsets.UTF_8).split(",")) {
            int equals = part.indexOf('=');
            int colon = part.lastIndexOf(':');
            if (colon < 0) {
                continue;
            }
            byte[] name = part.substring(0, Math.max(0, equals)).getBytes(StandardCharsets.UTF_8);
            int room = equals < 0 ? only : rooms.number(name, 0, name.length);
            each.accept(room, part.substring(equals + 1, colon), Long.parseLong(part.substring(colon + 1)));
        }
    }
}
