package dev.parley.simulation.streams;

import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.simulation.Findings;
import java.util.ArrayList;
import java.util.List;

/// One node's buffers, with an eye on their references.
final class CountedBuffers implements PassBuffers {

    private final Findings findings;
    private int held;

    CountedBuffers(Findings findings) {
        this.findings = findings;
    }

    /// Buffers somebody still holds.
    int held() {
        return held;
    }

    @Override
    public PassBuffer allocate(int bytes) {
        held++;
        return new Buffer();
    }

    final class Buffer implements PassBuffer {

        private final List<byte[]> frames = new ArrayList<>();
        private int references = 1;
        private int size;
        private boolean handedOver;

        @Override
        public void append(byte[] frame) {
            alive();
            findings.demand(!handedOver, "a buffer is not changed once it was handed over");
            frames.add(frame);
            size += frame.length;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public void retain(int more) {
            alive();
            references += more;
        }

        @Override
        public void release() {
            alive();
            if (--references == 0) {
                held--;
            }
        }

        List<byte[]> handOver() {
            alive();
            handedOver = true;
            return frames;
        }

        private void alive() {
            findings.demand(references > 0, "nobody uses a buffer after its last reference");
        }
    }
}
