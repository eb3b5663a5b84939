package dev.parley.delivery.spi;

/// One connection's way out. Every method is called on the connection's lane and never blocks.
///
/// The adapter tells [dev.parley.delivery.OpenStream] on the same lane when the outlet takes writes again
/// and when it is
/// closed, whoever closed it. It never calls the stream from within one of these methods.
public interface Outlet {

    /// Whether a write would be passed on soon. False while more than a few KiB wait for the client, and
    /// before the response has begun. What is written nevertheless is kept and sent: the last frames of a
    /// stream are.
    boolean writable();

    /// Sends these bytes after everything before them, in one write. Takes over one reference. Ignored (and
    /// released) once the outlet is closed.
    void write(PassBuffer buffer);

    /// Bytes that were written and not yet handed to the transport: their going down is the client's
    /// progress.
    long pending();

    /// What the client's system has acknowledged so far, in bytes of whatever the connection carries; 0
    /// where that is not known. Its going up is the client's progress too: the transport takes more from us
    /// only now and then. Asked about once a second while something waits.
    long acknowledged();

    /// Whether the client's system has answered nothing for so long that it must be gone. Asked about now
    /// and then, at the latest after a heartbeat's time.
    boolean gone();

    /// Closes the connection after what was written.
    void end();

    /// Closes the connection now, also after [#end]; what waits is dropped. More than once does no harm.
    void abort();
}
