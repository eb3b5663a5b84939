package dev.parley.delivery.spi;

/// Gives out buffers into which frames are gathered for one write. Called on lanes, never blocks.
@FunctionalInterface
public interface PassBuffers {

    /// An empty buffer with one reference, which the caller holds.
    ///
    /// @param bytes about how much it will take; it grows when it has to
    PassBuffer allocate(int bytes);
}
