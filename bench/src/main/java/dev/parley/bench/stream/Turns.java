package dev.parley.bench.stream;

/// Which room each message goes into: all in turn, and the crowd's, which is the last, with its share of all messages
/// evenly between them.
///
/// @param rooms all, the crowd's included
/// @param share of the crowd's room in all messages; 0 = there is no crowd
record Turns(int rooms, double share) {

    static Turns of(RoomNames rooms, Timetable timetable) {
        return new Turns(
                rooms.count(),
                rooms.crowd() == 0 ? 0 : timetable.crowdRate() / (timetable.rate() + timetable.crowdRate()));
    }

    int room(int n) {
        if (share == 0) {
            return n % rooms;
        }
        long before = (long) (n * share);
        return (long) ((n + 1) * share) > before ? rooms - 1 : (int) ((n - before) % (rooms - 1));
    }
}
