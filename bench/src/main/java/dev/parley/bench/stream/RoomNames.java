package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;

/// The rooms of a load: a prefix and a number from 0. Each connection reads some of them, next to each other. The last
/// room may be the crowd's: then the first connections read it and nothing else, and the others read the rest.
public final class RoomNames {

    private final String prefix;
    private final byte[] begin;
    private final int count;
    private final int each;
    private final int crowd;

    /// @param each how many rooms one connection reads
    public RoomNames(String prefix, int count, int each) {
        this(prefix, count, each, 0);
    }

    /// @param count all rooms, the crowd's included
    /// @param crowd so many connections read the last room; with a crowd each connection reads one room
    public RoomNames(String prefix, int count, int each, int crowd) {
        if (crowd > 0 && (each > 1 || count < 2)) {
            throw new IllegalArgumentException("beside a crowd each connection reads one of the other rooms");
        }
        if (each > count) {
            throw new IllegalArgumentException("a connection cannot read more rooms than there are");
        }
        this.prefix = prefix;
        this.begin = prefix.getBytes(StandardCharsets.US_ASCII);
        this.count = count;
        this.each = each;
        this.crowd = crowd;
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

    /// How many connections read the last room; 0 = there is no crowd.
    public int crowd() {
        return crowd;
    }

    /// Whether the connection is one of the crowd.
    boolean crowded(int connection) {
        return connection < crowd;
    }

    public String name(int room) {
        return prefix + room;
    }

    /// The nth room of a connection.
    public int roomOf(int connection, int n) {
        if (crowd > 0) {
            return crowded(connection) ? count - 1 : (connection - crowd) % (count - 1);
        }
        return (int) (((long) connection * each + n) % count);
    }

    /// The inverse of [#roomOf]: which of this connection's rooms it is, or −1.
    int indexOf(int connection, int room) {
        if (crowd > 0) {
            return room == roomOf(connection, 0) ? 0 : -1;
        }
        int index = Math.floorMod(room - (long) connection * each, count);
        return index < each ? index : -1;
    }

    /// The room whose name these bytes begin with, or −1.
    int number(byte[] bytes, int from, int to) {
        return ByteSearch.isAt(bytes, from, to, begin) ? (int) ByteSearch.number(bytes, from + begin.length, to) : -1;
    }
}
