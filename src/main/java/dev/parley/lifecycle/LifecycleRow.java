package dev.parley.lifecycle;

/// An entry where it stands in the log.
///
/// @param pos from 1 on, rising in the order in which rows become visible, not always by one
/// @param ts by the store's clock, in milliseconds since 1970; never falls from one row to the next
public record LifecycleRow(long pos, long ts, LifecycleEntry entry) {}
