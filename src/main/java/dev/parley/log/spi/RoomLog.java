package dev.parley.log.spi;

import dev.parley.kernel.Offload;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The store of all rooms' logs.
///
/// **Guarantees.** What [#append] returned as appended survives the loss of this process, of the database
/// process and of power (in memory: nothing). Per room, seqs rise by exactly one and become visible in
/// that order. One append per (room, life, sender, client message id) within the window of the room's
/// kind, also when its event was trimmed. Several instances over one backend keep all of this together.
///
/// **Threads.** Every method may block and is called through `Offload`, from many threads at once; only the
/// append that takes an `Offload` itself does not. Each has a deadline of its own, well below a minute; it
/// never blocks for ever.
///
/// **Errors.** [StoreUnavailableException] when certainly nothing was written, [OutcomeUnknownException]
/// when a commit may have happened, [BatchRejectedException] when the store refuses the content. An
/// implementer must not assume that a caller comes again after an error, nor that it does not.
public interface RoomLog {

    /// Whether to wait for rooms that another writer holds.
    enum Patience {
        /// Rooms held elsewhere answer [AppendResult.Held] at once, the others go on.
        SKIP_HELD,
        /// Waits a second or so for each room, then answers [AppendResult.Held].
        WAIT
    }

    /// Appends in one transaction and answers each item, in order. Under the rooms' locks, for each item
    /// in turn:
    ///
    /// 1. A missing room is created if the item says so, otherwise it is [AppendResult.NoSuchRoom]. A
    ///    creation that meets its own life is a repeat (with an event: the event decides); one that meets
    ///    another life is [AppendResult.RoomExists], or [AppendResult.RulesMoved] with an event. A life
    ///    that was destroyed is never created again: [AppendResult.RulesMoved].
    /// 2. A life other than the item's is [AppendResult.RulesMoved].
    /// 3. Repeats are found in the log, among what trimming left, and within this batch. A repeat is
    ///    answered like the first try, other content is [AppendResult.IdReused].
    /// 4. Rules other than the item's are [AppendResult.RulesMoved]; then the change's expected version
    ///    is compared, and of a change of attributes whether it may be made, as
    ///    [dev.parley.log.AttributeRuling] says: [AppendResult.AttributesStand]; of a change of a message
    ///    the same by [dev.parley.log.MessageRuling]: [AppendResult.MessageStands], as is an item that refers
    ///    to an event the log does not have yet; of a change of people the same by
    ///    [dev.parley.log.PeopleRuling]: [AppendResult.PeopleStand].
    /// 5. The limits of messages, as [dev.parley.log.Admission] says by the store's clock, from what the room
    ///    and, where the item's terms limit senders, its sender have used up: [AppendResult.OverLimit].
    ///    Refused items use up nothing. Of a sender it is remembered for an hour, per life of the room;
    ///    rooms without limits for senders cost nothing for it.
    /// 6. A store with a bound of its own refuses what would exceed it: [AppendResult.StoreFull].
    /// 7. It is numbered and its change applied.
    ///
    /// A message that was changed is read in its newest form from then on, by every read of the log; the repeat of
    /// what published it is answered with what it publishes again.
    ///
    /// An item that loses fails alone and leaves no trace. Later items of the batch see what earlier ones
    /// changed.
    ///
    /// @param batch at most 500 items
    List<AppendResult.Settled> append(List<Append> batch, Patience patience);

    /// The same for a caller that does not wait. A store with a thread of its own needs no other one to wait for
    /// it; then `landed` is called on that thread.
    ///
    /// @param landed told exactly once, on any thread, not before this method was entered; must not block
    default void append(
            List<Append> batch,
            Patience patience,
            Offload offload,
            Consumer<Offload.Result<List<AppendResult.Settled>>> landed) {
        offload.run(() -> append(batch, patience), landed);
    }

    /// How many calls of [#append] get anywhere at the same time. More lanes than that would only make each
    /// transaction smaller.
    default int writers() {
        return Integer.MAX_VALUE;
    }

    /// Reads up to `limit` (1–500) events, or fewer when their data fills a MiB; at least one if there is
    /// one. One snapshot.
    LogPage page(RoomId room, PageRequest from, int limit);

    /// Reads up to `limit` (1–500) messages that refer to this event, oldest first, or fewer when their data
    /// fills a MiB; at least one if there is one. One snapshot; the rows are not contiguous. What tells of
    /// changed messages is not among them.
    ///
    /// @param after those after this position; null = all that are kept
    LogPage answers(RoomId room, long ref, @Nullable Position after, int limit);

    /// Removes at most `maxRows` events that the room's retention allows to go, oldest first, and raises
    /// `first` in the same transaction. What a repeat needs (id, hash, seq, ts) is kept for the window of
    /// the room's kind.
    ///
    /// @return how many were removed; fewer than `maxRows` means that nothing more is due
    int trim(RoomId room, int maxRows);

    /// Rooms with a limited retention in the order of their ids, from after this one on, to look for what
    /// became due by age.
    ///
    /// @param after the empty string begins
    List<RoomId> limitedRooms(String after, int limit);

    /// Removes at most `maxRows` rows nobody can ask for any more: of destroyed lives, and ids older than
    /// their window.
    ///
    /// @return how many were removed; fewer than `maxRows` means that nothing is left
    int sweep(int maxRows);
}
