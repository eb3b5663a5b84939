package dev.parley.delivery;

import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A connection and the client behind it.
final class Client implements Outlet {

    final List<String> writes = new ArrayList<>();
    Streams.@Nullable Opening opening;
    boolean open = true;
    boolean aborted;
    boolean reads = true;
    /// With so many bytes waiting it is not written to any more.
    int mark = 1;
    Runnable afterWrite = () -> {};
    long acknowledged;
    boolean gone;
    private long pending;

    OpenStream stream() {
        if (opening instanceof Streams.Opened opened) {
            return opened.stream();
        }
        throw new AssertionError("not open: " + opening);
    }

    /// Everything that arrived since the last look.
    List<String> lines() {
        List<String> lines = writes.stream()
                .flatMap(String::lines)
                .map(line -> line.replaceAll(" +", " "))
                .toList();
        writes.clear();
        return lines;
    }

    /// Stops reading; what is written waits.
    void stop() {
        reads = false;
    }

    /// Takes some of what waits, and nothing tells the stream.
    void take(int bytes) {
        pending -= bytes;
    }

    void goOn() {
        reads = true;
        pending = 0;
        stream().writable();
    }

    @Override
    public boolean writable() {
        return open && (reads || pending < mark);
    }

    @Override
    public void write(PassBuffer buffer) {
        if (!open) {
            throw new AssertionError("written after the end");
        }
        writes.add(((PlainFrames.Gathered) buffer).text.toString());
        pending += reads ? 0 : buffer.size();
        buffer.release();
        afterWrite.run();
    }

    @Override
    public long pending() {
        return pending;
    }

    @Override
    public long acknowledged() {
        return acknowledged;
    }

    @Override
    public boolean gone() {
        return gone;
    }

    @Override
    public void end() {
        open = false;
    }

    @Override
    public void abort() {
        open = false;
        aborted = true;
        pending = 0;
    }
}
