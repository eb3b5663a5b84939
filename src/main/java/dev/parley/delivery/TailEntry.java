package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import dev.parley.kernel.SessionId;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/// An event in memory with its frames, which are made on first need. Any thread; two that need the same
/// frame at once may both make it.
final class TailEntry {

    /// What an event costs beside its data: ids, names, bookkeeping.
    private static final int OVERHEAD = 256;

    private static final int OUTSIDE = -1;
    private static final AtomicIntegerFieldUpdater<TailEntry> CHARGED =
            AtomicIntegerFieldUpdater.newUpdater(TailEntry.class, "charged");

    private final Event event;
    private final @Nullable SessionId publisher;
    private volatile byte @Nullable [] withId;
    private volatile byte @Nullable [] withoutId;
    private volatile byte @Nullable [] socket;
    private volatile byte @Nullable [] plain;
    /// Where it is charged, and with how much; [#OUTSIDE] = nowhere.
    private @Nullable Holding holding;

    private volatile int charged = OUTSIDE;

    /// @param publisher the session that published it through this node; null when it is not known
    TailEntry(Event event, @Nullable SessionId publisher) {
        this.event = event;
        this.publisher = publisher;
    }

    Event event() {
        return event;
    }

    @Nullable
    SessionId publisher() {
        return publisher;
    }

    /// Bytes of the event in memory, without frames.
    int weight() {
        return OVERHEAD + event.data().length();
    }

    /// Charges it, with the frames it has and those that are made until it leaves. By who keeps it.
    void enter(Holding keptIn) {
        holding = keptIn;
        int bytes = weight() + length(withId) + length(withoutId) + length(socket) + length(plain);
        charged = bytes;
        keptIn.add(bytes);
    }

    void leave() {
        int bytes = CHARGED.getAndSet(this, OUTSIDE);
        Holding keptIn = holding;
        if (bytes > 0 && keptIn != null) {
            keptIn.add(-bytes);
        }
    }

    private static int length(byte @Nullable [] frame) {
        return frame == null ? 0 : frame.length;
    }

    private byte[] charge(byte[] frame) {
        for (int now = charged; now != OUTSIDE; now = charged) {
            Holding keptIn = holding;
            if (CHARGED.compareAndSet(this, now, now + frame.length)) {
                if (keptIn != null) {
                    keptIn.add(frame.length);
                }
                break;
            }
        }
        return frame;
    }

    /// The event alone, as it stands in a page.
    byte[] plain(Framing framing) {
        byte[] bytes = plain;
        if (bytes == null) {
            bytes = charge(framing.plain(event));
            plain = bytes;
        }
        return bytes;
    }

    byte[] frame(Framing framing, Format format) {
        return switch (format) {
            case SSE_WITH_ID -> {
                byte[] frame = withId;
                if (frame == null) {
                    frame = charge(framing.event(event, format));
                    withId = frame;
                }
                yield frame;
            }
            case SSE_WITHOUT_ID -> {
                byte[] frame = withoutId;
                if (frame == null) {
                    frame = charge(framing.event(event, format));
                    withoutId = frame;
                }
                yield frame;
            }
            case WEBSOCKET -> {
                byte[] frame = socket;
                if (frame == null) {
                    frame = charge(framing.event(event, format));
                    socket = frame;
                }
                yield frame;
            }
        };
    }
}
