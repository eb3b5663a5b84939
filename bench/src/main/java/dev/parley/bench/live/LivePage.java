package dev.parley.bench.live;

import dev.parley.bench.stream.ByteSearch;
import dev.parley.bench.stream.StampFinder;
import dev.parley.kernel.Tier;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads a page of a room's log as it is pulled, without making an object of any message.
final class LivePage {

    private static final byte[] SEQ = "\"seq\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEXT = "\"next\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MORE = "\"hasMore\":true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING_SKIPPED = "\"skipped\":[]".getBytes(StandardCharsets.US_ASCII);

    private final StampFinder stamps = new StampFinder();

    /// Hands over its events, then where the next page begins.
    ///
    /// @return whether there is more
    boolean read(byte[] page, int from, int to, LiveEvents.Listener listener) {
        int at = ByteSearch.find(page, from, to, SEQ);
        int rest = from;
        while (at >= 0) {
            int next = ByteSearch.find(page, at + SEQ.length, to, SEQ);
            int end = next < 0 ? to : next;
            @Nullable Tier tier = LiveEvents.tier(page, at, end);
            listener.event(tier, ByteSearch.number(page, at + SEQ.length, end), stamps.find(page, at, end));
            rest = at;
            at = next;
        }
        if (ByteSearch.find(page, rest, to, NOTHING_SKIPPED) < 0) {
            listener.gap();
        }
        next(page, ByteSearch.find(page, rest, to, NEXT) + NEXT.length, to, listener);
        return ByteSearch.find(page, rest, to, MORE) >= 0;
    }

    private static void next(byte[] page, int from, int to, LiveEvents.Listener listener) {
        int colon = ByteSearch.find(page, from, to, (byte) ':');
        String epoch = new String(page, from, colon - from, StandardCharsets.US_ASCII);
        listener.position(epoch, ByteSearch.number(page, colon + 1, to));
    }
}
