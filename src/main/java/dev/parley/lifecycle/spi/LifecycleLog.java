package dev.parley.lifecycle.spi;

import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.OnlineUser;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who came and went, in the store that all nodes share. Positions are given under a lock that is held until
/// the rows are visible, so that whoever has read up to one has missed nothing before it.
///
/// Calls block, have a deadline, and may be made by several threads of several nodes; each is atomic. A call
/// that throws may have been carried out all the same; each may be repeated. Throws [RuntimeException] when
/// the store cannot be reached in time.
///
/// The store itself writes `room-created` and `room-destroyed`, in the transaction that creates or destroys
/// the room.
public interface LifecycleLog {

    /// Entries in one call, rows in one answer, rows trimmed at once.
    int MOST_ROWS = 500;

    /// Rows are kept so long.
    Duration KEPT = Duration.ofDays(7);

    /// So many rows are kept.
    int MOST_KEPT = 1_000_000;

    /// Appends at most [#MOST_ROWS] entries about sessions in this order. What would only repeat what is
    /// there adds nothing:
    ///
    /// - an entry whose room, session, connection epoch and kind a row has;
    /// - an `online` or `offline` of a user about whom the newest `online` or `offline` of this room says the
    ///   same;
    /// - an `occupied` or `vacated` of a room about which the newest of the two says the same.
    ///
    /// Rows that are not kept any more do not count.
    void append(List<LifecycleEntry> entries);

    /// @param after the position before the first row told; null = from the oldest that is kept
    /// @param limit 1–500
    LifecyclePage read(@Nullable Long after, int limit);

    /// Users whose newest row in a room is an `online`, as it says, by room and then by user in the order of
    /// the ids' characters.
    ///
    /// @param after the one before the first told, who need not be there; null = from the beginning
    /// @param limit 1–500
    List<OnlineUser> online(@Nullable OnlineUser after, int limit);

    /// Removes the oldest rows that are older than this by the store's clock or beyond so many, at most
    /// [#MOST_ROWS] at once.
    ///
    /// @return how many were removed; less than [#MOST_ROWS] = there are no more
    int trim(Duration keep, long most);
}
