package dev.parley.log;

/// What is used of a room's limits: for each when the next message would be due if all had kept to it, µs
/// of the store's clock.
///
/// @param inbound the room's limit
/// @param low the half of it that the tier low has
/// @param allowlist what users of the allowlist may send beyond the limit: half as much again
/// @param critical the cap of the tier critical
public record RoomBuckets(long inbound, long low, long allowlist, long critical) {

    public static final RoomBuckets EMPTY = new RoomBuckets(0, 0, 0, 0);
}
