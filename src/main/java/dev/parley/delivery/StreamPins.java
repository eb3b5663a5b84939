package dev.parley.delivery;

import java.util.ArrayDeque;
import java.util.Deque;

/// The buffers that one connection has not taken completely, the oldest first. It is charged with each as a whole,
/// however little of it is left and whoever else has it. Touched on the lane only.
final class StreamPins {

    private static final class Pin {
        final Pinned buffer;
        /// Where it ends, in bytes written to the connection.
        long end;
        /// Bytes that others wrote behind it.
        int beside;

        Pin(Pinned buffer, long end) {
            this.buffer = buffer;
            this.end = end;
        }

        /// Few enough that one that is taken is not charged much longer, and not so few that each answer has its own.
        boolean takesMore() {
            return buffer.bytes == 0 && beside < MOST_BESIDE;
        }

        /// What there would be less of without it.
        int share() {
            return beside + buffer.bytes / Math.max(1, buffer.holders);
        }
    }

    private static final int MOST_BESIDE = 2 << 10;

    private final LanePins lane;
    private final Deque<Pin> pins = new ArrayDeque<>(2);
    private int bytes;

    StreamPins(LanePins lane) {
        this.lane = lane;
    }

    int bytes() {
        return bytes;
    }

    /// What would be free without it: of what others have too only its share.
    int share() {
        return pins.stream().mapToInt(Pin::share).sum();
    }

    boolean none() {
        return pins.isEmpty();
    }

    void add(Pinned buffer, long end) {
        pins.add(new Pin(buffer, end));
        bytes += buffer.bytes;
        lane.hold(buffer);
        lane.charged(bytes);
    }

    /// Bytes of nobody else's, in no buffer of a lane: they need not be told apart.
    void addBeside(int count, long end) {
        if (pins.isEmpty() || !pins.getLast().takesMore()) {
            add(new Pinned(0), end);
        }
        Pin last = pins.getLast();
        last.beside += count;
        last.end = end;
        bytes += count;
        lane.add(count);
        lane.charged(bytes);
    }

    /// The client has taken everything up to here.
    void taken(long until) {
        while (!pins.isEmpty() && pins.getFirst().end <= until) {
            free(pins.removeFirst());
        }
    }

    void freeAll() {
        pins.forEach(this::free);
        pins.clear();
    }

    private void free(Pin pin) {
        bytes -= pin.buffer.bytes + pin.beside;
        lane.free(pin.buffer);
        lane.add(-pin.beside);
    }
}
