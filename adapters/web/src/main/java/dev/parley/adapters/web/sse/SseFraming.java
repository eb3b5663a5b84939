package dev.parley.adapters.web.sse;

import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.NoticeJson;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.delivery.Notice;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Frames as server-sent events: one line of data each, as REST writes the same event.
public final class SseFraming implements Framing {

    private static final byte[] NOTHING = {'{', '}'};

    private final PublicUrl publicUrl;

    /// @param publicUrl where the pages about problems are
    public SseFraming(PublicUrl publicUrl) {
        this.publicUrl = publicUrl;
    }

    @Override
    public byte[] event(Event event, Format format) {
        String id = switch (format) {
            case SSE_WITH_ID -> event.position().text();
            case SSE_WITHOUT_ID -> null;
        };
        return SseBlock.of(id, null, EventJson.of(event, false));
    }

    @Override
    public byte[] notice(Notice notice, @Nullable String id, Format format) {
        return switch (notice) {
            case Notice.Hello hello ->
                after(SseBlock.retry(hello.retryMs()), SseBlock.of(id, "hello", NoticeJson.of(hello)));
            case Notice.CaughtUp caughtUp -> SseBlock.of(id, "caught-up", NoticeJson.of(caughtUp));
            case Notice.Gap gap -> SseBlock.of(id, "gap", NoticeJson.of(gap));
            case Notice.Dropped dropped -> SseBlock.of(id, "dropped", NoticeJson.of(dropped));
            case Notice.Closed closed -> SseBlock.of(id, "closed", NoticeJson.of(closed));
            case Notice.CursorMoved _ -> SseBlock.of(id, "cursor", NOTHING);
            case Notice.Reconnect reconnect ->
                SseBlock.withRetry(reconnect.retryMs(), "reconnect", NoticeJson.of(reconnect));
            case Notice.Problem problem -> SseBlock.withRetry(problem.retryMs(), "problem", document(problem.cause()));
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

    private byte[] document(Notice.ProblemCause cause) {
        ProblemCode code = switch (cause) {
            case TOKEN_EXPIRED -> ProblemCode.TOKEN_EXPIRED;
        };
        return ProblemJson.of(Problem.of(code), publicUrl.ofServer(), Trace.random());
    }
}
