package dev.parley.kernel;

/// The name of a room: 1–128 characters, safe in a URL path segment. Ordered as text, the order in which rooms are
/// locked.
public record RoomId(String value) implements Comparable<RoomId> {

    private static final IdSyntax SYNTAX = IdSyntax.of("room id", "[A-Za-z0-9][A-Za-z0-9._~-]{0,127}");

    public RoomId {
        SYNTAX.check(value);
    }

    @Override
    public int compareTo(RoomId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
