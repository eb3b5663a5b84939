package dev.parley.kernel;

/// The name of a person or backend as its token states it. `me` is an alias on the wire and names nobody.
public record UserId(String value) {

    private static final IdSyntax SYNTAX = IdSyntax.of("user id", "(?!me$)[A-Za-z0-9][A-Za-z0-9._~@+|:-]{0,127}");

    public UserId {
        SYNTAX.check(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
