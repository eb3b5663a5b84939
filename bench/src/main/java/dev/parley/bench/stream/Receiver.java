package dev.parley.bench.stream;

/// Where a connection's stream arrives once it has been read. One thread.
public interface Receiver {

    long NONE = -1;

    /// The stream of this room goes on after this position.
    void startsAfter(int room, String epoch, long seq);

    /// The stream is open: what is published from now on has to arrive.
    void opened();

    /// @param seq [#NONE] where the target does not number its events
    /// @param stamp when it was to be published; [#NONE] when the event is none of the load's
    /// @param bytes of the event as it was framed
    void delivered(int room, long seq, long stamp, int bytes);

    /// The server says that it left something out; the stream goes on after this position.
    void leftOut(int room, long seq);

    /// The server ends the stream, or refuses it.
    void ended(String why);
}
