package dev.parley.adapters.web.socket;

import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.NoticeJson;
import dev.parley.delivery.Notice;
import dev.parley.kernel.Event;
import java.io.ByteArrayOutputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Events and notices as WebSocket frames, with the same names and data as server-sent events. The notices
/// that end a connection bring its close frame.
public final class SocketFraming {

    private final Function<Notice.ProblemCause, byte[]> documents;

    /// @param documents the problem document for what ends a stream
    public SocketFraming(Function<Notice.ProblemCause, byte[]> documents) {
        this.documents = documents;
    }

    public byte[] event(Event event) {
        return SocketFrame.of("message", event.position().text(), null, EventJson.of(event, false));
    }

    public byte[] notice(Notice notice, @Nullable String id) {
        return switch (notice) {
            case Notice.Hello hello -> frame("hello", id, NoticeJson.of(hello));
            case Notice.CaughtUp caughtUp -> frame("caught-up", id, NoticeJson.of(caughtUp));
            case Notice.Gap gap -> frame("gap", id, NoticeJson.of(gap));
            case Notice.Dropped dropped -> frame("dropped", id, NoticeJson.of(dropped));
            case Notice.Notify news -> frame("notify", id, NoticeJson.of(news));
            case Notice.Closed closed -> frame("closed", id, NoticeJson.of(closed));
            case Notice.CursorMoved moved -> frame("cursor", id, NoticeJson.of(moved));
            case Notice.Reconnect reconnect ->
                after(frame("reconnect", id, NoticeJson.of(reconnect)), SocketFrame.close(code(reconnect.reason())));
            case Notice.Problem problem ->
                after(frame("problem", id, documents.apply(problem.cause())), SocketFrame.close(code(problem.cause())));
            case Notice.Presence presence -> frame("presence", id, NoticeJson.of(presence));
            case Notice.Occupancy occupancy -> frame("occupancy", id, NoticeJson.of(occupancy));
            case Notice.Signalled signalled -> frame("signal", id, NoticeJson.of(signalled));
            case Notice.Replaced _ -> SocketFrame.close(CloseCode.SESSION_REPLACED);
            case Notice.Heartbeat _ -> SocketFrame.ping();
        };
    }

    private static CloseCode code(Notice.ReconnectReason reason) {
        return switch (reason) {
            case SLOW -> CloseCode.TOO_SLOW;
            case DRAINING, OVERLOADED, STORE_UNAVAILABLE, INTERNAL_FAULT -> CloseCode.RECONNECT;
        };
    }

    private static CloseCode code(Notice.ProblemCause cause) {
        return switch (cause) {
            case TOKEN_EXPIRED -> CloseCode.TOKEN_EXPIRED;
        };
    }

    private static byte[] frame(String event, @Nullable String id, byte[] data) {
        return SocketFrame.of(event, id, null, data);
    }

    private static byte[] after(byte[] first, byte[] second) {
        var both = new ByteArrayOutputStream(first.length + second.length);
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
