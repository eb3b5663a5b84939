package dev.parley.kernel;

import java.util.random.RandomGenerator;

/// One connected stream of a user, as long as it is resumed: 8–64 characters of `A-Za-z0-9_-`. Clients send it along
/// with what they publish, so that the stream of that session can leave out its own echo.
public record SessionId(String value) {

    private static final IdSyntax SYNTAX = IdSyntax.of("session id", "[A-Za-z0-9_-]{8,64}");

    public SessionId {
        SYNTAX.check(value);
    }

    /// Unlike any other.
    public static SessionId draw(RandomGenerator random) {
        return new SessionId(RandomText.draw(random));
    }

    @Override
    public String toString() {
        return value;
    }
}
