package dev.parley.presence;

import dev.parley.presence.spi.PresenceRegistry;
import java.util.List;

/// Writes down who comes and goes. Its calls block, have a deadline, and are repeated when they threw.
public interface SessionListener {

    SessionListener NONE = new SessionListener() {};

    /// These are in the registry since a moment, under new epochs; at most [PresenceRegistry#MOST_CHANGES].
    default void came(List<SessionEntry> entries) {}

    /// These are about to be removed from the registry; at most [PresenceRegistry#MOST_CHANGES].
    default void departing(List<Departure> departures) {}

    /// The registry may have forgotten everything. Puts those in ([SessionChange.Restore]) of whom it was
    /// written down that they came and not that they went.
    default void restore(PresenceRegistry registry) {}
}
