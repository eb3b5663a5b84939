package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.socket.CloseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Puts the fragments of a client's messages together. The decoder has seen to it that they come in order. On the
/// connection's event loop.
final class SocketMessages {

    /// A message of 16 KiB of data, written with escapes, and what stands beside it.
    static final int LONGEST = 64 << 10;

    /// What became of a frame.
    sealed interface Result {}

    /// More of the message follows.
    record Unfinished() implements Result {}

    record Message(byte[] text) implements Result {}

    record Refused(CloseCode code) implements Result {}

    private @Nullable ByteArrayOutputStream gathered;

    /// @param frame not released here
    Result take(WebSocketFrame frame) {
        return switch (frame) {
            case BinaryWebSocketFrame _ -> new Refused(CloseCode.BINARY_NOT_SUPPORTED);
            case TextWebSocketFrame text
            when text.isFinalFragment() -> new Message(ByteBufUtil.getBytes(text.content()));
            case TextWebSocketFrame text -> begin(text.content());
            case ContinuationWebSocketFrame more -> goOn(more);
            default -> throw new IllegalArgumentException("no part of a message");
        };
    }

    private Result begin(ByteBuf content) {
        var begun = new ByteArrayOutputStream(2 * content.readableBytes());
        begun.writeBytes(ByteBufUtil.getBytes(content));
        gathered = begun;
        return new Unfinished();
    }

    private Result goOn(ContinuationWebSocketFrame more) {
        ByteArrayOutputStream message = gathered;
        if (message == null || message.size() + more.content().readableBytes() > LONGEST) {
            return new Refused(message == null ? CloseCode.PROTOCOL_ERROR : CloseCode.MESSAGE_TOO_BIG);
        }
        message.writeBytes(ByteBufUtil.getBytes(more.content()));
        if (!more.isFinalFragment()) {
            return new Unfinished();
        }
        gathered = null;
        return whole(message.toByteArray());
    }

    private static Result whole(byte[] text) {
        return ByteBufUtil.isText(Unpooled.wrappedBuffer(text), StandardCharsets.UTF_8)
                ? new Message(text)
                : new Refused(CloseCode.INVALID_TEXT);
    }
}
