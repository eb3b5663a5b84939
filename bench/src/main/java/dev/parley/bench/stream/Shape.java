package dev.parley.bench.stream;

import java.util.stream.IntStream;

/// Who reads: how many, which rooms, how.
///
/// @param first number of the first connection: several processes share them
/// @param burst how many connections are being opened at a time
/// @param stalled the share that stops reading
/// @param slow the share that reads slowly
public record Shape(RoomNames rooms, int first, int connections, int burst, double stalled, double slow) {

    /// Steps by it fill an interval evenly, whatever their number.
    private static final double GOLDEN = 0.6180339887498949;

    /// Whether some do not read at full speed.
    public boolean hinders() {
        return stalled + slow > 0;
    }

    public int atFullSpeed() {
        return (int) IntStream.range(first, first + connections)
                .filter(connection -> pace(connection) == Pace.FULL)
                .count();
    }

    public Pace pace(int connection) {
        double place = connection * GOLDEN % 1;
        if (place < stalled) {
            return Pace.STALLED;
        }
        return place < stalled + slow ? Pace.SLOW : Pace.FULL;
    }
}
