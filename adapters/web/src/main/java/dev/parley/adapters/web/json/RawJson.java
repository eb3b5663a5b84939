package dev.parley.adapters.web.json;

import dev.parley.kernel.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;

/// Lets a generator copy a message's data as the bytes they are. Only the unquoted UTF-8 forms are meant to be used.
record RawJson(JsonText json) implements SerializableString {

    @Override
    public int appendUnquotedUTF8(byte[] buffer, int offset) {
        byte[] utf8 = json.utf8();
        if (utf8.length > buffer.length - offset) {
            return -1;
        }
        System.arraycopy(utf8, 0, buffer, offset, utf8.length);
        return utf8.length;
    }

    @Override
    public byte[] asUnquotedUTF8() {
        return json.utf8();
    }

    @Override
    public int writeUnquotedUTF8(OutputStream out) throws IOException {
        out.write(json.utf8());
        return json.length();
    }

    @Override
    public int putUnquotedUTF8(ByteBuffer buffer) {
        if (buffer.remaining() < json.length()) {
            return -1;
        }
        buffer.put(json.utf8());
        return json.length();
    }

    @Override
    public @Nullable String getValue() {
        return json.toString();
    }

    @Override
    public int charLength() {
        return json.toString().length();
    }

    @Override
    public char[] asQuotedChars() {
        throw unquotedOnly();
    }

    @Override
    public byte[] asQuotedUTF8() {
        throw unquotedOnly();
    }

    @Override
    public int appendQuotedUTF8(byte[] buffer, int offset) {
        throw unquotedOnly();
    }

    @Override
    public int appendQuoted(char[] buffer, int offset) {
        throw unquotedOnly();
    }

    @Override
    public int appendUnquoted(char[] buffer, int offset) {
        throw unquotedOnly();
    }

    @Override
    public int writeQuotedUTF8(OutputStream out) {
        throw unquotedOnly();
    }

    @Override
    public int putQuotedUTF8(ByteBuffer out) {
        throw unquotedOnly();
    }

    private static UnsupportedOperationException unquotedOnly() {
        return new UnsupportedOperationException("data is JSON already and is never quoted");
    }
}
