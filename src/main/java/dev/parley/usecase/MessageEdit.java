package dev.parley.usecase;

import dev.parley.kernel.JsonText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is to become of a message.
///
/// @param seq of the message
/// @param data compact, ≤ 16 KiB; null = it is deleted
/// @param versions one of these must be its version; null = whatever it is
public record MessageEdit(
        long seq, @Nullable JsonText data, @Nullable Set<Long> versions) {}
