package dev.parley.log.spi;

import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import java.util.List;

/// The store of all rooms' logs.
///
/// **Guarantees.** What [#append] returned as appended survives the loss of this process, of the database process and
/// of
/// power. Per room, seqs rise by exactly one and become visible in that order. One append per (room, life, sender,
/// client
/// message id) within the window of the room's kind, also when its event was trimmed. Several instances over one
/// backend
/// keep all of this together.
///
/// **Threads.** Every method may block and is called through `Offload`, from many threads at once. Each has a deadline
/// of
/// its own, well below a minute; it never blocks for ever.
///
/// **Errors.** [StoreUnavailableException] when certainly nothing was written, [OutcomeUnknownException] when a commit
/// may have happened, [BatchRejectedException] when the store refuses the content. An implementer must not assume that
/// a
/// caller comes again after an error, nor that it does not.
public interface RoomLog {

    /// Whether to wait for rooms that another writer holds.
    enum Patience {
        /// Rooms held elsewhere answer [AppendResult.Held] at once, the others go on.
        SKIP_HELD,
        /// Waits a second or so for each room, then answers [AppendResult.Held].
        WAIT
    }

    /// Appends in one transaction and answers each item, in order. Under the rooms' locks, for each item in
    /// turn: a missing room is created if the item says so; repeats are found (in the log, among what trimming
    /// left, and within this batch); life and rules are compared with the item's terms; preconditions and the
    /// inbound limit are checked; then it is numbered and its change applied. An item that loses fails alone.
    /// Later items of the batch see the changes of earlier ones.
    ///
    /// @param batch at most 500 items
    List<AppendResult.Settled> append(List<Append> batch, Patience patience);

    /// Reads up to `limit` (1–500) events, or fewer when they fill a MiB; at least one if there is one. One snapshot.
    LogPage page(RoomId room, PageRequest from, int limit);

    /// Removes at most `maxRows` events that the room's retention allows to go, oldest first, and raises `first` in the
    /// same transaction. What a repeat needs (id, hash, seq, ts) is kept for the window of the room's kind.
    ///
    /// @return how many were removed; fewer than `maxRows` means that nothing more is due
    int trim(RoomId room, int maxRows);

    /// Rooms with a limited retention in the order of their ids, from after this one on, to look for what became due by
    /// age.
    ///
    /// @param after the empty string begins
    List<RoomId> limitedRooms(String after, int limit);

    /// Removes at most `maxRows` rows nobody can ask for any more: of destroyed lives, and ids older than their window.
    ///
    /// @return how many were removed; fewer than `maxRows` means that nothing is left
    int sweep(int maxRows);
}
