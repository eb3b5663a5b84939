package dev.parley.presence;

import dev.parley.kernel.NodeId;
import org.jspecify.annotations.Nullable;

/// What became of a [SessionChange].
public sealed interface SessionResult {

    /// The answer to a join or rejoin: the entry is there.
    ///
    /// @param epoch the one it is under
    /// @param takenFrom the other node that held an older connection of the session until then, which may be
    ///     open there still; null = none
    record Present(ConnectionEpoch epoch, @Nullable NodeId takenFrom) implements SessionResult {

        public Present(ConnectionEpoch epoch) {
            this(epoch, null);
        }
    }

    /// The answer to a join or rejoin: a newer connection of this session is in its place.
    record Superseded() implements SessionResult {}

    /// Nothing was changed, because of a leave that is being written down. Try again in a moment.
    record Departing() implements SessionResult {}

    /// Nothing was changed: the registry has no place for another entry. Try again later.
    record Full() implements SessionResult {}

    /// The answer to a leave or a restoration, whether there was something to do or not.
    record Noted() implements SessionResult {}
}
