package dev.parley.delivery.spi;

/// Gathered frames with counted references. Filled on one lane before it is handed to any outlet, unchanged
/// from then on: several outlets may write the same one at once, none of them moves a position of it.
public interface PassBuffer {

    void append(byte[] frame);

    /// Bytes gathered so far.
    int size();

    /// Bytes of memory it takes, at least [#size]; what a connection pins that has not taken all of it. Asked
    /// once it is filled.
    int held();

    /// Adds references, one for each further outlet it is handed to. Any thread.
    void retain(int references);

    /// Gives one reference back; the last one frees the buffer. Any thread.
    void release();
}
