package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;

/// The rooms of a load: a prefix and a number from 0. Each connection reads some of them, next to each other.
public final class RoomNames {

    private final String prefix;
    private final byte[] begin;
    private final int count;
    private final int each;

    /// @param each how many rooms one connection reads
    public RoomNames(String prefix, int count, int each) {
        if (each > count) {
            throw new IllegalArgumentException("a connection cannot read more rooms than there are");
        }
        this.prefix = prefix;
        this.begin = prefix.getBytes(StandardCharsets.US_ASCII);
        this.count = count;
        this.each = each;
    }

    public String prefix() {
        return prefix;
    }

    public int count() {
        return count;
    }

    public int each() {
        return each;
    }

    public String name(int room) {
        return prefix + room;
    }

    /// The nth room of a connection.
    public int roomOf(int connection, int n) {
        return (int) (((long) connection * each + n) % count);
    }

    /// The inverse of [#roomOf]: which of this connection's rooms it is, or −1.
    int indexOf(int connection, int room) {
        int index = Math.floorMod(room - (long) connection * each, count);
        return index < each ? index : -1;
    }

    /// The room whose name these bytes begin with, or −1.
    int number(byte[] bytes, int from, int to) {
        return ByteSearch.isAt(bytes, from, to, begin) ? (int) ByteSearch.number(bytes, from + begin.length, to) : -1;
    }
}
