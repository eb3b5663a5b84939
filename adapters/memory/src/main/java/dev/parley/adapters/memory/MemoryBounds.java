package dev.parley.adapters.memory;

/// How much a [MemoryStore] holds. At either bound it refuses every message and creation that would exceed it,
/// until retention, sweeping or the destruction of a room made space; reading, repeats, settings and
/// destructions go on.
///
/// @param entries events, remembered ids, rooms and ended lives together
/// @param dataBytes bytes of the events' data
public record MemoryBounds(long entries, long dataBytes) {

    /// About 1 GiB of heap when both are reached: an entry costs some 500 bytes beside its data.
    public static final MemoryBounds DEFAULT = new MemoryBounds(1_000_000, 512L << 20);

    public MemoryBounds {
        if (entries < 1 || dataBytes < 1) {
            throw new IllegalArgumentException("a memory store holds at least one entry and one byte");
        }
    }
}
