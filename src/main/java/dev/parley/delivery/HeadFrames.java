package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A room's newest head as those who pull are told of it: made once for each format. Any thread; two that need
/// the same frame at once may both make it.
final class HeadFrames {

    private record Frames(Position head, AtomicReferenceArray<byte @Nullable []> bytes) {}

    private volatile @Nullable Frames newest;

    byte[] of(RoomId room, Position head, Framing framing, Format format) {
        Frames frames = newest;
        if (frames == null || !frames.head().equals(head)) {
            frames = new Frames(head, new AtomicReferenceArray<>(Format.values().length));
            newest = frames;
        }
        byte[] known = frames.bytes().get(format.ordinal());
        if (known == null) {
            known = framing.notice(new Notice.Notify(room, head), null, format);
            frames.bytes().set(format.ordinal(), known);
        }
        return known;
    }
}
