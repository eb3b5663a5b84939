package dev.parley.log;

/// Why a message stays as it is.
public sealed interface MessageRefusal {

    /// There is no such message, or not any more.
    record NotFound() implements MessageRefusal {}

    /// Its time to live is over.
    record Expired() implements MessageRefusal {}

    /// It was deleted, so that there is nothing to edit, or to delete.
    record Deleted() implements MessageRefusal {}

    /// Somebody else has sent it.
    record OfAnother() implements MessageRefusal {}

    /// It is older than its sender may change it.
    record TooLate() implements MessageRefusal {}

    /// It is of another version.
    record Conflict(long version) implements MessageRefusal {}
}
