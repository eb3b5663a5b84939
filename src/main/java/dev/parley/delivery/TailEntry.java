package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import dev.parley.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/// An event in memory with its frames, which are made on first need. Any thread; two that need the same
/// frame at once may both make it.
final class TailEntry {

    /// What an event costs beside its data: ids, names, bookkeeping.
    private static final int OVERHEAD = 256;

    private final Event event;
    private final @Nullable SessionId publisher;
    private volatile byte @Nullable [] withId;
    private volatile byte @Nullable [] withoutId;
    private volatile byte @Nullable [] socket;

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

    /// Bytes it is charged with.
    int weight() {
        return OVERHEAD + event.data().length();
    }

    byte[] frame(Framing framing, Format format) {
        return switch (format) {
            case SSE_WITH_ID -> {
                byte[] frame = withId;
                if (frame == null) {
                    frame = framing.event(event, format);
                    withId = frame;
                }
                yield frame;
            }
            case SSE_WITHOUT_ID -> {
                byte[] frame = withoutId;
                if (frame == null) {
                    frame = framing.event(event, format);
                    withoutId = frame;
                }
                yield frame;
            }
            case WEBSOCKET -> {
                byte[] frame = socket;
                if (frame == null) {
                    frame = framing.event(event, format);
                    socket = frame;
                }
                yield frame;
            }
        };
    }
}
