package dev.parley.log;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import java.util.List;

/// One snapshot of a stretch of a room's log.
public sealed interface LogPage {

    /// Contiguous events in seq order: after + 1 … for [PageRequest.After]; … before − 1 for [PageRequest.Before];
    /// … head for [PageRequest.Newest]. Fewer than asked for when the log ends or the page is full in bytes.
    ///
    /// @param first the oldest seq kept; head + 1 when nothing is
    /// @param head the newest seq; first − 1 when nothing is kept
    /// @param storeNow the store's clock in ms, to judge expiry by
    record Rows(Epoch epoch, long first, long head, long storeNow, List<Event> events) implements LogPage {}

    /// The position lies before first − 1.
    record Trimmed(Epoch epoch, long first, long head) implements LogPage {}

    /// The position lies above the head.
    record Ahead(Epoch epoch, long first, long head) implements LogPage {}

    /// The position belongs to another log: the room was recreated, the store restored, or it is another room's.
    record OtherEpoch(Epoch epoch, long first, long head) implements LogPage {}

    record NoSuchRoom() implements LogPage {}
}
