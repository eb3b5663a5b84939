package dev.parley.adapters.web.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Cuts the text of a JSON array into that of its elements, however deep these are: it counts brackets, but remembers
/// none. Whether an element is JSON is for whoever reads it; of what is JSON, each is cut out whole.
final class ArrayElements {

    private final byte[] in;
    private int at;
    private boolean begun;

    /// @param from after the opening bracket
    ArrayElements(byte[] in, int from) {
        this.in = in;
        this.at = from;
    }

    /// The next element's text, empty if there is none between two commas; null at the end of the array.
    ///
    /// @throws IndexOutOfBoundsException when the text ends within the array
    byte @Nullable [] next() {
        skipSpace();
        if (in[at] == ']' || begun && in[at] != ',') {
            return null;
        }
        if (begun) {
            at++;
        }
        begun = true;
        int from = at;
        skipElement();
        return Arrays.copyOfRange(in, from, at);
    }

    /// Where the text goes on: at the closing bracket, if all was in order.
    int at() {
        return at;
    }

    private void skipSpace() {
        while (in[at] == ' ' || in[at] == '\t' || in[at] == '\n' || in[at] == '\r') {
            at++;
        }
    }

    private void skipElement() {
        int depth = 0;
        while (true) {
            switch (in[at]) {
                case '"' -> skipString();
                case '{', '[' -> depth++;
                case '}', ']' -> {
                    if (depth == 0) {
                        return;
                    }
                    depth--;
                }
                case ',' -> {
                    if (depth == 0) {
                        return;
                    }
                }
                default -> {}
            }
            at++;
        }
    }

    /// Is left on the closing quote.
    private void skipString() {
        at++;
        while (in[at] != '"') {
            at += in[at] == '\\' ? 2 : 1;
        }
    }
}
