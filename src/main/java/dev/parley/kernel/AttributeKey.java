package dev.parley.kernel;

/// The name of an attribute within its room.
public record AttributeKey(String value) implements Comparable<AttributeKey> {

    private static final IdSyntax SYNTAX = IdSyntax.of("attribute key", "[A-Za-z0-9+=_.-]{1,128}");

    public AttributeKey {
        SYNTAX.check(value);
    }

    @Override
    public int compareTo(AttributeKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
