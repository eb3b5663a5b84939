package dev.parley.simulation.streams;

import java.util.ArrayList;
import java.util.List;

/// One connection of a client from the request to the end: what was written to it and what became of it.
final class Transcript {

    sealed interface Sight {
        /// Virtual nanoseconds.
        long at();
    }

    record Written(long at, Frame frame) implements Sight {}

    /// The client took something; so many bytes are still on their way.
    record Drained(long at, long left) implements Sight {}

    /// The connection takes nothing more for a while.
    record Blocked(long at) implements Sight {}

    /// The connection takes something again.
    record Freed(long at) implements Sight {}

    /// Something was written or said after the end.
    record Unheard(long at, String what) implements Sight {}

    /// The server has said its last; what waits is still sent.
    record Finished(long at) implements Sight {}

    record Ended(long at, Ending how) implements Sight {}

    enum Ending {
        /// The client went away, or its node did.
        LOST,
        /// The server ended the stream after what it had written.
        ENDED,
        /// The server cut the connection.
        ABORTED,
        /// The request was refused before anything was written, for good.
        REFUSED,
        /// It was still open when the run was over.
        OPEN
    }

    private final String name;
    private final Ask ask;
    private final long askedAt;
    private final List<Sight> sights = new ArrayList<>();

    Transcript(String name, Ask ask, long askedAt) {
        this.name = name;
        this.ask = ask;
        this.askedAt = askedAt;
    }

    Ask ask() {
        return ask;
    }

    long askedAt() {
        return askedAt;
    }

    void add(Sight sight) {
        sights.add(sight);
    }

    List<Sight> sights() {
        return sights;
    }

    @Override
    public String toString() {
        return name;
    }
}
