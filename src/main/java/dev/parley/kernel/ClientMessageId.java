package dev.parley.kernel;

import java.util.random.RandomGenerator;

/// The idempotency key of an append, unique per room and sender: 1–128 visible ASCII characters. Those that begin with
/// `~` are made by the server for callers who sent none.
public record ClientMessageId(String value) {

    private static final IdSyntax SYNTAX = IdSyntax.of("client message id", "[\\x21-\\x7E]{1,128}");

    public ClientMessageId {
        SYNTAX.check(value);
    }

    /// One of the server's, unlike any other.
    public static ClientMessageId draw(RandomGenerator random) {
        return new ClientMessageId("~" + RandomText.draw(random));
    }

    public boolean serverMade() {
        return value.charAt(0) == '~';
    }

    @Override
    public String toString() {
        return value;
    }
}
