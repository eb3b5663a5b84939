package dev.parley.usecase;

import dev.parley.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/// What a reader who was told of news adds when he reads them.
///
/// @param least the seq he was told of, which the page's log has reached in any case; 0 = none
/// @param session of the stream that told him; null = none
public record Pull(long least, @Nullable SessionId session) {}
