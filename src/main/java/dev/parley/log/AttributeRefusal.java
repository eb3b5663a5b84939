package dev.parley.log;

import dev.parley.kernel.AttributeKey;
import java.time.Duration;

/// Why a change of attributes was not made. It left no trace.
public sealed interface AttributeRefusal {

    /// A key is not as the change demands it.
    ///
    /// @param seq since when it is held; 0 = it is not
    record Conflict(AttributeKey key, long seq) implements AttributeRefusal {}

    /// A key belongs to somebody else.
    record OfAnother(AttributeKey key) implements AttributeRefusal {}

    /// The room would hold more than [AttributeBook#MAX_HELD].
    record Full() implements AttributeRefusal {}

    /// It would only remove what is not held.
    record Nothing() implements AttributeRefusal {}

    /// The room's attributes change more often than [AttributeBook#PER_SECOND].
    record TooMany(Duration retryAfter) implements AttributeRefusal {}
}
