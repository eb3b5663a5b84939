package dev.parley.bench.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds a byte eight bytes at a time.
public final class ByteSearch {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /// The first place of the byte, or −1.
    public static int find(byte[] bytes, int from, int to, byte sought) {
        long everywhere = (sought & 0xff) * ONES;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long different = (long) LONGS.get(bytes, at) ^ everywhere;
            long zero = (different - ONES) & ~different & HIGHS;
            if (zero != 0) {
                return at + (Long.numberOfTrailingZeros(zero) >>> 3);
            }
        }
        while (at < to && bytes[at] != sought) {
            at++;
        }
        return at < to ? at : -1;
    }

    /// The first place of all these bytes, or −1.
    public static int find(byte[] bytes, int from, int to, byte[] sought) {
        int last = to - sought.length + 1;
        int at = find(bytes, from, last, sought[0]);
        while (at >= 0 && !isAt(bytes, at, to, sought)) {
            at = find(bytes, at + 1, last, sought[0]);
        }
        return at;
    }

    public static boolean isAt(byte[] bytes, int at, int to, byte[] sought) {
        if (to - at < sought.length) {
            return false;
        }
        for (int i = 0; i < sought.length; i++) {
            if (bytes[at + i] != sought[i]) {
                return false;
            }
        }
        return true;
    }

    /// The whole number that begins there, or −1 when there is no digit.
    public static long number(byte[] bytes, int from, int to) {
        long number = 0;
        int at = from;
        for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            number = number * 10 + bytes[at] - '0';
        }
        return at == from ? -1 : number;
    }
}
