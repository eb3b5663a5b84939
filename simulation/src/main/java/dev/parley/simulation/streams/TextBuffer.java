package dev.parley.simulation.streams;

import dev.parley.delivery.spi.PassBuffer;
import java.nio.charset.StandardCharsets;

/// Keeps frames as text, and nobody counts who holds it.
final class TextBuffer implements PassBuffer {

    private final StringBuilder text = new StringBuilder();

    /// All frames, one after the other.
    String text() {
        return text.toString();
    }

    @Override
    public void append(byte[] frame) {
        text.append(new String(frame, StandardCharsets.US_ASCII));
    }

    @Override
    public int size() {
        return text.length();
    }

    @Override
    public int held() {
        return text.length();
    }

    @Override
    public void retain(int references) {}

    @Override
    public void release() {}
}
