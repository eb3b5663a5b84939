package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The head of an answer, or as much of it as came.
public record Head(int status, String text) {

    private static final int STATUS_AT = "HTTP/1.1 ".length();

    static Head of(byte[] bytes, int length) {
        return new Head(
                (int) ByteSearch.number(bytes, Math.min(STATUS_AT, length), length),
                new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }

    public boolean chunked() {
        return text.toLowerCase(Locale.ROOT).contains("\r\ntransfer-encoding: chunked");
    }
}
