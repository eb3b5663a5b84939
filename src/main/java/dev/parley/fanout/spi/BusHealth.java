package dev.parley.fanout.spi;

import org.jspecify.annotations.Nullable;

/// How a bus is.
///
/// @param connected whether a publish would be taken now
/// @param reason why it is not, in words; null when it is, or was not started
/// @param dropped messages that were taken by [Bus#publish] and dropped before they were sent, or came in and were
///     dropped before the listener heard them, since the start
/// @param connections how many connections there have been
public record BusHealth(boolean connected, @Nullable String reason, long dropped, long connections) {}
