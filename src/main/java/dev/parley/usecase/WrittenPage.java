package dev.parley.usecase;

import dev.parley.kernel.Event;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The bytes of a page that several get: of each event, and of the whole once somebody has made it. Any thread; two
/// that need the whole at once may both make it.
public final class WrittenPage {

    private final Function<Event, byte[]> item;
    private volatile byte @Nullable [] bySeq;
    private volatile byte @Nullable [] byTier;

    WrittenPage(Function<Event, byte[]> item) {
        this.item = item;
    }

    /// One of its events; not to be changed.
    public byte[] item(Event event) {
        return item.apply(event);
    }

    /// All of it; not to be changed.
    ///
    /// @param tiers whether it is sorted by tier
    public byte[] whole(boolean tiers, Supplier<byte[]> make) {
        byte[] known = tiers ? byTier : bySeq;
        if (known != null) {
            return known;
        }
        byte[] made = make.get();
        if (tiers) {
            byTier = made;
        } else {
            bySeq = made;
        }
        return made;
    }
}
