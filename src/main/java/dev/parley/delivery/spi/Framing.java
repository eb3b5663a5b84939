package dev.parley.delivery.spi;

import dev.parley.delivery.Notice;
import dev.parley.kernel.Event;
import org.jspecify.annotations.Nullable;

/// Makes the bytes of one frame, complete in itself: frames written one after the other are a valid stream.
/// Pure, called
/// from any thread, never blocks. The same event gives equal bytes, whether it was heard live or read from
/// the log. The arrays are not changed by anybody afterwards.
public interface Framing {

    /// In [Format#SSE_WITH_ID] the event's position is the frame's id.
    byte[] event(Event event, Format format);

    /// The event alone, as it stands in a page of history.
    byte[] plain(Event event);

    /// A notice that carries a `retryMs` tells it in the same frame, before everything else.
    ///
    /// @param id the client's cursor once it has read this frame; null leaves the cursor where it was
    byte[] notice(Notice notice, @Nullable String id, Format format);
}
