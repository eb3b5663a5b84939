package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// What Linux knows of a connection (`struct tcp_info` in uapi/linux/tcp.h, since 4.6).
///
/// @param acknowledged bytes
/// @param unacknowledged segments
/// @param unsent bytes
/// @param silentMillis since an acknowledgement came, be it one that acknowledges nothing new
/// @param retransmitted times that what is unacknowledged was sent again
record TcpInfo(long acknowledged, int unacknowledged, int unsent, int silentMillis, int retransmitted) {

    private static final int RETRANSMITTED = 2;
    private static final int UNACKNOWLEDGED = 24;
    private static final int LAST_ACKNOWLEDGEMENT = 56;
    private static final int ACKNOWLEDGED = 120;
    private static final int UNSENT = 144;
    private static final int LENGTH = UNSENT + Integer.BYTES;
    private static final int LEVEL_TCP = 6;
    private static final int OPTION_TCP_INFO = 11;
    private static final RawUnixChannelOption OPTION =
            new RawUnixChannelOption("PARLEY_TCP_INFO", LEVEL_TCP, OPTION_TCP_INFO, LENGTH);

    /// With a heartbeat at least every 16 s, a client that is gone is noticed within two of them and 10 s.
    private static final int GONE_MILLIS = 20_000;

    /// Whoever takes nothing is only asked whether he takes more, less and less often.
    private static final int GONE_WITHOUT_WINDOW_MILLIS = 60_000;

    /// Empty where it is not to be had.
    static Optional<TcpInfo> of(Channel channel) {
        if (!(channel instanceof SocketChannel socket) || !socket.isActive()) {
            return Optional.empty();
        }
        ByteBuffer info = socket.config().getOption(OPTION);
        return info == null || info.remaining() < LENGTH
                ? Optional.empty()
                : Optional.of(read(info.order(ByteOrder.nativeOrder())));
    }

    private static TcpInfo read(ByteBuffer info) {
        return new TcpInfo(
                info.getLong(ACKNOWLEDGED),
                info.getInt(UNACKNOWLEDGED),
                info.getInt(UNSENT),
                info.getInt(LAST_ACKNOWLEDGEMENT),
                info.get(RETRANSMITTED));
    }

    /// The system's own TCP_USER_TIMEOUT does not tell a client that is gone from one that reads slowly into
    /// a small buffer: it counts from when the window was too small for the next segment.
    ///
    /// What was sent a moment ago is not missed yet, however long the connection was silent before.
    boolean gone() {
        return unacknowledged > 0
                ? silentMillis > GONE_MILLIS && retransmitted > 0
                : unsent > 0 && silentMillis > GONE_WITHOUT_WINDOW_MILLIS;
    }
}
