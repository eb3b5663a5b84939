package dev.parley.presence;

/// How many are in a room. Sessions in their grace count; departing ones do not.
///
/// @param asOf by the registry's clock, in milliseconds since 1970
public record Occupancy(long sessions, long users, long asOf) {}
