package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.socket.CloseCode;
import dev.parley.adapters.web.socket.SocketFrame;
import dev.parley.delivery.spi.LaneExecutor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/// A socket's connection: what comes in is put together here and told to its session, and answers go out here. The
/// frames of rooms go through the outlet behind it, over the same connection. On the connection's event loop.
///
/// It stops reading while [#MOST_UNANSWERED] of the client's ops are unanswered or [#MOST_WAITING] bytes wait for the
/// client, so what a client can make wait here is bounded: these, and the answers to what one read brought.
final class SocketConnection extends ChannelInboundHandlerAdapter {

    static final int MOST_UNANSWERED = 64;

    /// Bytes on their way to the client.
    private static final long MOST_WAITING = 128 << 10;

    private static final WebSocketDecoderConfig BOUNDS = WebSocketDecoderConfig.newBuilder()
            .expectMaskedFrames(true)
            .allowMaskMismatch(false)
            .allowExtensions(false)
            .maxFramePayloadLength(SocketMessages.LONGEST)
            .closeOnProtocolViolation(false)
            .withUTF8Validator(false)
            .build();

    /// Who is told what the client says.
    interface Hearer {

        /// Something came, be it a pong.
        void heard();

        /// A whole message, which is answered once.
        void read(byte[] text);

        /// Whether more of what the client says is read.
        void listening(boolean reads);

        /// So many bytes went out beside what rooms have.
        void beside(int bytes);
    }

    private final Channel channel;
    private final DirectOutlet outlet;
    private final Hearer hearer;
    private final SocketMessages messages = new SocketMessages();
    private int unanswered;
    private boolean reading = true;

    SocketConnection(Channel channel, LaneExecutor lane, Hearer hearer) {
        this.channel = channel;
        this.outlet = DirectOutlet.bare(channel, lane);
        this.hearer = hearer;
    }

    DirectOutlet outlet() {
        return outlet;
    }

    Channel channel() {
        return channel;
    }

    /// What stands before the outlet in the pipeline once the head of the answer is out, in this order.
    ChannelHandler[] handlers() {
        return new ChannelHandler[] {new WebSocket13FrameDecoder(BOUNDS), this};
    }

    void abort() {
        outlet.abort();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (outlet.open() && message instanceof WebSocketFrame frame) {
                hearer.heard();
                read(frame);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void read(WebSocketFrame frame) {
        switch (frame) {
            // Of several pings only the last needs its answer: those that would have to wait are passed over.
            case PingWebSocketFrame ping when !channel.isWritable() -> {}
            case PingWebSocketFrame ping -> send(SocketFrame.pong(ping.content()));
            case PongWebSocketFrame _ -> {}
            case CloseWebSocketFrame close -> outlet.endWith(bytes(SocketFrame.closeAgain(close.content())));
            default -> {
                switch (messages.take(frame)) {
                    case SocketMessages.Message(var text) -> read(text);
                    case SocketMessages.Refused(var code) -> close(code);
                    case SocketMessages.Unfinished _ -> {}
                }
            }
        }
    }

    private void read(byte[] text) {
        unanswered++;
        hearer.read(text);
        readOrWait();
    }

    /// Answers an op.
    void answer(byte[] frame) {
        unanswered--;
        send(frame);
        readOrWait();
    }

    private void send(byte[] frame) {
        if (outlet.open()) {
            channel.writeAndFlush(bytes(frame), channel.voidPromise());
            hearer.beside(frame.length);
        }
    }

    private static ByteBuf bytes(byte[] frame) {
        return Unpooled.wrappedBuffer(frame);
    }

    /// Says why, and ends it.
    void close(CloseCode code) {
        outlet.endWith(bytes(SocketFrame.close(code)));
    }

    /// Who takes nothing may still say that he wants less; only answers must not pile up.
    private void readOrWait() {
        boolean reads = unanswered < MOST_UNANSWERED && outlet.pending() < MOST_WAITING;
        if (reads != reading) {
            reading = reads;
            channel.config().setAutoRead(reads);
            hearer.listening(reads);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        readOrWait();
        ctx.fireChannelWritabilityChanged();
    }

    /// What is no WebSocket, or too much of it; everything else is the outlet's.
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
        if (thrown instanceof CorruptedWebSocketFrameException corrupted) {
            boolean tooBig = corrupted.closeStatus().equals(WebSocketCloseStatus.MESSAGE_TOO_BIG);
            close(tooBig ? CloseCode.MESSAGE_TOO_BIG : CloseCode.MALFORMED);
        } else {
            ctx.fireExceptionCaught(thrown);
        }
    }
}
