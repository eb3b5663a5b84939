package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import org.jspecify.annotations.Nullable;

/// What the store knows of an earlier append with the same client message id.
///
/// @param seq 0 for a change without an event
/// @param ts when, in ms
/// @param event null when it was trimmed or there was none
public record FirstTry(
        ContentHash hash, long seq, long ts, @Nullable Event event) {

    /// The first event; its content equals the repeat's when it has to be rebuilt.
    Event event(Append repeat, NewEvent content, Epoch epoch) {
        return event != null ? event : Events.of(repeat, content, new Position(epoch, seq), ts);
    }
}
