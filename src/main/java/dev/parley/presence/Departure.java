package dev.parley.presence;

/// An entry whose grace is over. Its leave is written down, then it is removed.
///
/// @param last whether no other entry of its user in the room was left that is not departing, in the moment
///     this one began to: of several entries of a user that depart together exactly one is his last
/// @param vacates the same for the whole room
public record Departure(SessionEntry entry, LeaveCause cause, boolean last, boolean vacates) {

    public Departure {
        if (vacates && !last) {
            throw new IllegalArgumentException("who leaves a room empty was his user's last in it");
        }
    }
}
