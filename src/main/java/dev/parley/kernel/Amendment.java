package dev.parley.kernel;

/// What became of a message after it was committed. The newest one counts; the form before it is kept nowhere.
///
/// @param seq of the event that tells of it
/// @param at when, in ms by the store's clock
/// @param by who did it
/// @param deleted whether nothing is left of its data
public record Amendment(long seq, long at, Sender by, boolean deleted) {

    /// The data of a deleted message.
    public static final JsonText NO_DATA = JsonText.of("null");
}
