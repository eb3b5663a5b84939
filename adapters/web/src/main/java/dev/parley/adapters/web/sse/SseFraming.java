package dev.parley.adapters.web.sse;

import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.NoticeJson;
import dev.parley.delivery.Notice;
import dev.parley.kernel.Event;
import java.io.ByteArrayOutputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Frames as server-sent events: one line of data each, as REST writes the same event.
public final class SseFraming {

    private static final byte[] NOTHING = {'{', '}'};

    private final Function<Notice.ProblemCause, byte[]> documents;

    /// @param documents the problem document for what ends a stream
    public SseFraming(Function<Notice.ProblemCause, byte[]> documents) {
        this.documents = documents;
    }

    /// @param named whether its position is the frame's id
    public byte[] event(Event event, boolean named) {
        return SseBlock.of(named ? event.position().text() : null, null, EventJson.of(event, false));
    }

    /// @param id null leaves the client's cursor where it was
    public byte[] notice(Notice notice, @Nullable String id) {
        return switch (notice) {
            case Notice.Hello hello ->
                after(SseBlock.retry(hello.retryMs()), SseBlock.of(id, "hello", NoticeJson.of(hello)));
            case Notice.CaughtUp caughtUp -> SseBlock.of(id, "caught-up", NoticeJson.of(caughtUp));
            case Notice.Gap gap -> SseBlock.of(id, "gap", NoticeJson.of(gap));
            case Notice.Dropped dropped -> SseBlock.of(id, "dropped", NoticeJson.of(dropped));
            case Notice.Notify news -> SseBlock.of(id, "notify", NoticeJson.of(news));
            case Notice.Closed closed -> SseBlock.of(id, "closed", NoticeJson.of(closed));
            case Notice.CursorMoved _ -> SseBlock.of(id, "cursor", NOTHING);
            case Notice.Reconnect reconnect ->
                SseBlock.withRetry(reconnect.retryMs(), "reconnect", NoticeJson.of(reconnect));
            case Notice.Problem problem ->
                SseBlock.withRetry(problem.retryMs(), "problem", documents.apply(problem.cause()));
            case Notice.Presence presence -> SseBlock.of(id, "presence", NoticeJson.of(presence));
            case Notice.Occupancy occupancy -> SseBlock.of(id, "occupancy", NoticeJson.of(occupancy));
            case Notice.Signalled signalled -> SseBlock.of(id, "signal", NoticeJson.of(signalled));
            // The connection ends, as any does that came too late.
            case Notice.Replaced _ -> new byte[0];
            case Notice.Heartbeat heartbeat ->
                heartbeat.asEvent() ? SseBlock.of(id, "heartbeat", NOTHING) : SseBlock.comment();
        };
    }

    private static byte[] after(byte[] first, byte[] second) {
        var both = new ByteArrayOutputStream(first.length + second.length);
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
