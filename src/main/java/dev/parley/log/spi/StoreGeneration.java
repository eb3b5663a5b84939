package dev.parley.log.spi;

/// The generation of the store as a whole, part of every epoch. It rises when the store was restored from a copy, so
/// that cursors into what is no longer there are noticed. May block; called through `Offload` or at start.
public interface StoreGeneration {

    long current();

    /// Raises the generation if it still is the known one.
    ///
    /// @return the generation in force afterwards: known + 1, or what somebody else has raised it to
    long raise(long known);
}
