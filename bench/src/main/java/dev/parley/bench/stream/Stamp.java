package dev.parley.bench.stream;

/// The time at which a message was to be published, carried in its text: `@@` and the 19 digits of
/// [System#nanoTime()]. On Linux that clock is the machine's, so that several processes agree on it.
public final class Stamp {

    public static final int LENGTH = 21;

    private static final int DIGITS = 19;
    private static final byte MARK = '@';

    private Stamp() {}

    public static String write(long nanos) {
        String digits = Long.toString(nanos);
        return "@@" + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /// The stamp that begins there, or −1 when none does.
    static long read(byte[] bytes, int at, int to) {
        if (at < 0 || to - at < LENGTH || bytes[at] != MARK || bytes[at + 1] != MARK) {
            return -1;
        }
        long nanos = 0;
        int wrong = 0;
        for (int i = at + 2; i < at + LENGTH; i++) {
            int digit = bytes[i] - '0';
            wrong |= digit | (9 - digit);
            nanos = nanos * 10 + digit;
        }
        return wrong < 0 ? -1 : nanos;
    }

    /// Where the first stamp begins, or −1.
    static int find(byte[] bytes, int from, int to) {
        int at = ByteSearch.find(bytes, from, to, MARK);
        while (at >= 0 && read(bytes, at, to) < 0) {
            at = ByteSearch.find(bytes, at + 1, to, MARK);
        }
        return at;
    }
}
