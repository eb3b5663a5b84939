package dev.parley.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A compact JSON text as UTF-8, validated where it entered the server and opaque from then on: the core forwards these
/// bytes and never looks into them. Immutable; the array handed in must not be changed afterwards.
public final class JsonText {

    private final byte[] utf8;

    private JsonText(byte[] utf8) {
        this.utf8 = utf8;
    }

    public static JsonText ofUtf8(byte[] utf8) {
        return new JsonText(utf8);
    }

    public static JsonText of(String text) {
        return new JsonText(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Length in bytes.
    public int length() {
        return utf8.length;
    }

    /// The bytes themselves, not a copy: for reading only.
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonText json && Arrays.equals(utf8, json.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
