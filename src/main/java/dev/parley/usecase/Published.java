package dev.parley.usecase;

import dev.parley.kernel.Event;

/// A message that is in the log.
///
/// @param duplicate it was there before this try
public record Published(Event event, boolean duplicate) {}
