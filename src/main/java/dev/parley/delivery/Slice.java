package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import org.jspecify.annotations.Nullable;

/// What one write carries: frames gathered up to [#MAX_BYTES], and of events no more than its node may still
/// pin. Notices may go a little beyond, for they belong to what they stand beside; a single frame goes
/// whatever its size.
final class Slice {

    static final int MAX_BYTES = 32 << 10;
    /// Goes however little its node may pin: who takes what he gets has to come on.
    static final int LEAST_BYTES = 4 << 10;
    /// Left for the notices that close a slice.
    private static final int FOR_NOTICES = 1 << 10;

    private static final int FIRST_ALLOCATION = 1 << 10;

    private final Framing framing;
    private final PassBuffers buffers;
    private final Format format;
    private final int most;
    private @Nullable PassBuffer buffer;
    private boolean full;

    /// @param room bytes that its node may still pin
    Slice(Framing framing, PassBuffers buffers, Format format, long room) {
        this.framing = framing;
        this.buffers = buffers;
        this.format = format;
        this.most = Math.clamp(room, LEAST_BYTES, MAX_BYTES - FOR_NOTICES);
    }

    /// False when the event goes into the next slice.
    boolean add(TailEntry entry) {
        byte[] frame = entry.frame(framing, format);
        if (size() > 0 && size() + frame.length > most) {
            full = true;
            return false;
        }
        append(frame);
        return true;
    }

    void add(Notice notice, @Nullable String id) {
        addNotice(framing.notice(notice, id, format));
    }

    void add(SharedNotice notice) {
        addNotice(notice.frame(framing, format));
    }

    private void addNotice(byte[] frame) {
        if (frame.length > 0) {
            append(frame);
        }
    }

    /// Frames that are complete in themselves.
    void addFrames(byte[] frames) {
        append(frames);
    }

    private void append(byte[] frame) {
        PassBuffer into = buffer;
        if (into == null) {
            into = buffers.allocate(Math.max(frame.length, FIRST_ALLOCATION));
            buffer = into;
        }
        into.append(frame);
    }

    /// Bytes there is room for beside the notices that close it, unless its node is short of memory.
    int left() {
        return MAX_BYTES - FOR_NOTICES - size();
    }

    /// Who wants to choose needs more room than is left.
    void leaveTheRest() {
        full = true;
    }

    int size() {
        return buffer == null ? 0 : buffer.size();
    }

    /// Bytes of memory it takes.
    int held() {
        return buffer == null ? 0 : buffer.held();
    }

    /// Whether something did not fit.
    boolean full() {
        return full;
    }

    /// Nothing of it is written.
    void discard() {
        PassBuffer unwritten = buffer;
        if (unwritten != null) {
            buffer = null;
            unwritten.release();
        }
    }

    /// Hands what was gathered to the outlet.
    ///
    /// @return the bytes written, 0 = nothing was
    int writeTo(Outlet outlet) {
        PassBuffer written = buffer;
        if (written == null) {
            return 0;
        }
        int size = written.size();
        buffer = null;
        outlet.write(written);
        return size;
    }
}
