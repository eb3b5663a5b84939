package dev.parley.usecase;

import dev.parley.kernel.Event;
import org.jspecify.annotations.Nullable;

/// What became of a change of attributes that was not refused.
///
/// @param event null = it would only have removed what was not there
/// @param duplicate see [Published]
public record AttributeResult(@Nullable Event event, boolean duplicate) {}
