package dev.parley.bench.append;

/// What the messages are spread over.
///
/// @param name for people
/// @param key for room ids
/// @param inFlight messages under way at a time through the lanes
/// @param leastTimes how many times faster than one transaction a message it should be on PostgreSQL
/// @param leastPerSecond what it should reach on PostgreSQL on two cores
record Load(String name, String key, int rooms, int inFlight, double leastTimes, double leastPerSecond) {

    /// All messages in one room.
    static Load hot(int inFlight) {
        return new Load("one hot room", "hot", 1, inFlight, 10, 20_000);
    }

    /// A different room nearly every time.
    static Load many(int rooms, int inFlight) {
        return new Load("%,d rooms".formatted(rooms), "many", rooms, inFlight, 4, 12_000);
    }
}
