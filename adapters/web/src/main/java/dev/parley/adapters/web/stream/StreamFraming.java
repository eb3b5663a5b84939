package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.socket.SocketFraming;
import dev.parley.adapters.web.sse.SseFraming;
import dev.parley.delivery.Notice;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import org.jspecify.annotations.Nullable;

/// The bytes of every format that streams are written in.
public final class StreamFraming implements Framing {

    private final PublicUrl publicUrl;
    private final SseFraming sse = new SseFraming(this::document);
    private final SocketFraming sockets = new SocketFraming(this::document);

    /// @param publicUrl where the pages about problems are
    public StreamFraming(PublicUrl publicUrl) {
        this.publicUrl = publicUrl;
    }

    @Override
    public byte[] event(Event event, Format format) {
        return switch (format) {
            case SSE_WITH_ID -> sse.event(event, true);
            case SSE_WITHOUT_ID -> sse.event(event, false);
            case WEBSOCKET -> sockets.event(event);
        };
    }

    @Override
    public byte[] plain(Event event) {
        return EventJson.of(event, false);
    }

    @Override
    public byte[] notice(Notice notice, @Nullable String id, Format format) {
        return switch (format) {
            case SSE_WITH_ID, SSE_WITHOUT_ID -> sse.notice(notice, id);
            case WEBSOCKET -> sockets.notice(notice, id);
        };
    }

    private byte[] document(Notice.ProblemCause cause) {
        ProblemCode code = switch (cause) {
            case TOKEN_EXPIRED -> ProblemCode.TOKEN_EXPIRED;
        };
        return ProblemJson.of(Problem.of(code), publicUrl.ofServer(), Trace.random());
    }
}
