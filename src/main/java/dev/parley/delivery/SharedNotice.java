package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import java.util.EnumMap;
import java.util.Map;

/// A notice without an id for many streams of a lane: its frame is made once for each format. Touched on the
/// lane only.
final class SharedNotice {

    private final Notice notice;
    private final Map<Format, byte[]> frames = new EnumMap<>(Format.class);

    SharedNotice(Notice notice) {
        this.notice = notice;
    }

    Notice notice() {
        return notice;
    }

    byte[] frame(Framing framing, Format format) {
        return frames.computeIfAbsent(format, wanted -> framing.notice(notice, null, wanted));
    }
}
