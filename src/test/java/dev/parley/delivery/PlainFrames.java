package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Event;
import dev.parley.kernel.Signal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Frames as short lines, and buffers that count their references. `#` marks an id.
final class PlainFrames implements Framing, PassBuffers {

    int framed;
    int noticed;
    int buffersOut;

    @Nullable
    RuntimeException broken;

    final List<Gathered> gathered = new ArrayList<>();

    @Override
    public byte[] event(Event event, Format format) {
        framed++;
        String id = format != Format.SSE_WITHOUT_ID ? " #" + event.position() : "";
        int filler = event.data().length() > 100 ? event.data().length() : 0;
        String form = event.amendment() == null ? "" : " =" + event.data();
        return bytes(event.room() + " " + event.seq() + " ".repeat(filler) + id + form);
    }

    @Override
    public byte[] plain(Event event) {
        return bytes(event.room() + " " + event.seq());
    }

    @Override
    public byte[] notice(Notice notice, @Nullable String id, Format format) {
        noticed++;
        return bytes(text(notice) + (id == null ? "" : " #" + id));
    }

    private static byte[] bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Notice notice) {
        return switch (notice) {
            case Notice.Hello hello ->
                "hello "
                        + hello.rooms().stream()
                                .map(room -> room.room() + "@" + room.head() + " " + Notice.wire(room.resume()))
                                .collect(Collectors.joining(" "));
            case Notice.CaughtUp up -> "caught-up " + up.room() + " " + up.at().seq() + " replayed " + up.replayed();
            case Notice.Gap gap ->
                "gap " + gap.room() + " " + gap.from() + "-" + gap.to() + " of " + gap.first() + "-" + gap.head() + " "
                        + Notice.wire(gap.reason());
            case Notice.Dropped dropped ->
                "dropped " + dropped.room() + " " + dropped.from() + "-" + dropped.to() + " " + dropped.count()
                        + (dropped.reason() == Notice.DropReason.EXPIRED
                                ? ""
                                : " " + dropped.tier().wire() + " " + Notice.wire(dropped.reason()));
            case Notice.Notify news ->
                "notify " + news.room() + " " + news.head().seq();
            case Notice.Closed closed -> "closed " + closed.room() + " " + Notice.wire(closed.reason());
            case Notice.CursorMoved moved -> "cursor" + (moved.room() == null ? "" : " " + moved.room());
            case Notice.Presence presence ->
                "presence " + presence.room() + " +" + presence.joins().size() + " -"
                        + presence.leaves().size() + " of " + presence.count();
            case Notice.Occupancy occupancy -> "occupancy " + occupancy.room() + " " + occupancy.count();
            case Notice.Signalled(var room, var signal) ->
                "signal " + (room == null ? "to user" : room) + " " + text(signal);
            case Notice.Replaced _ -> "replaced";
            case Notice.Reconnect reconnect -> "reconnect " + Notice.wire(reconnect.reason());
            case Notice.Problem problem -> "problem " + Notice.wire(problem.cause());
            case Notice.Heartbeat heartbeat -> heartbeat.asEvent() ? "heartbeat" : ":";
        };
    }

    private static String text(Signal signal) {
        return switch (signal) {
            case Signal.Latest latest -> latest.type() + " " + latest.author().sender() + " " + latest.data();
            case Signal.Sum sum ->
                sum.type() + " "
                        + (sum.author() == null ? "several" : sum.author().sender()) + " " + sum.n();
        };
    }

    @Override
    public PassBuffer allocate(int bytes) {
        if (broken != null) {
            throw broken;
        }
        buffersOut++;
        var buffer = new Gathered(bytes);
        gathered.add(buffer);
        return buffer;
    }

    final class Gathered implements PassBuffer {

        final StringBuilder text = new StringBuilder();
        private int references = 1;
        private final int allocated;

        Gathered(int allocated) {
            this.allocated = allocated;
        }

        @Override
        public void append(byte[] frame) {
            text.append(new String(frame, StandardCharsets.UTF_8));
        }

        @Override
        public int size() {
            return text.length();
        }

        @Override
        public int held() {
            return Math.max(allocated, text.length());
        }

        @Override
        public void retain(int more) {
            references += more;
        }

        @Override
        public void release() {
            if (references-- == 0) {
                throw new AssertionError("released more often than retained");
            }
            if (references == 0) {
                buffersOut--;
            }
        }
    }
}
