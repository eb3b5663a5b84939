package dev.parley.simulation.streams;

import dev.parley.delivery.Notice;
import dev.parley.delivery.Notice.CaughtUp;
import dev.parley.delivery.Notice.Closed;
import dev.parley.delivery.Notice.CursorMoved;
import dev.parley.delivery.Notice.Dropped;
import dev.parley.delivery.Notice.Gap;
import dev.parley.delivery.Notice.Heartbeat;
import dev.parley.delivery.Notice.Hello;
import dev.parley.delivery.Notice.Problem;
import dev.parley.delivery.Notice.Reconnect;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The simulation's wire: a line for each block, its fields parted by tabs, the id first (empty = none).
class FrameText implements Framing {

    @Override
    public byte[] event(Event event, Format format) {
        String id = format != Format.SSE_WITHOUT_ID ? event.position().text() : "";
        return line(id, "message", event.room(), event.position().epoch(), event.seq(), event.type(), event.data());
    }

    @Override
    public byte[] plain(Event event) {
        return event.data().utf8();
    }

    @Override
    public byte[] notice(Notice notice, @Nullable String id, Format format) {
        String cursor = id == null ? "" : id;
        return switch (notice) {
            case Hello hello -> withRetry(hello.retryMs(), line(cursor, "hello", hello.session(), rooms(hello)));
            case CaughtUp(var room, var at, var replayed) ->
                line(cursor, "caught-up", room, at.epoch(), at.seq(), replayed);
            case Gap(var room, var epoch, var from, var to, var first, var head, var reason) ->
                line(cursor, "gap", room, epoch, from, to, first, head, Notice.wire(reason));
            case Dropped(var room, var epoch, var tier, var from, var to, var count, var reason) ->
                line(cursor, "dropped", room, epoch, tier.wire(), from, to, count, Notice.wire(reason));
            case Closed(var room, var reason) -> line(cursor, "closed", room, Notice.wire(reason), reason.retryable());
            case CursorMoved(var room) -> line(cursor, "cursor", room == null ? "" : room);
            case Reconnect(var afterMs, var reason, var retryMs) ->
                withRetry(retryMs, line(cursor, "reconnect", afterMs, Notice.wire(reason)));
            case Problem(var cause, var retryMs) -> withRetry(retryMs, line(cursor, "problem", Notice.wire(cause)));
            case Notice.Notify _ -> throw new IllegalStateException("nobody pulls");
            case Notice.Presence _, Notice.Occupancy _, Notice.Signalled _ ->
                throw new IllegalStateException("nobody asks for signals, or sends any");
            case Notice.Replaced _ -> format == Format.WEBSOCKET ? line(cursor, "replaced") : new byte[0];
            case Heartbeat _ -> line(cursor, "heartbeat");
        };
    }

    private static String rooms(Hello hello) {
        return hello.rooms().stream()
                .map(room -> room.room() + "=" + room.epoch() + ":" + room.head() + ":" + room.resume())
                .collect(Collectors.joining(","));
    }

    private static byte[] withRetry(long millis, byte[] frame) {
        byte[] retry = line("", "retry", millis);
        byte[] both = new byte[retry.length + frame.length];
        System.arraycopy(retry, 0, both, 0, retry.length);
        System.arraycopy(frame, 0, both, retry.length, frame.length);
        return both;
    }

    private static byte[] line(Object... fields) {
        var line = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            line.append(i == 0 ? "" : "\t").append(fields[i]);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
