package dev.parley.kernel;

/// What an event is about. Types that begin with `room.` are the server's own.
public record EventType(String value) {

    private static final IdSyntax SYNTAX = IdSyntax.of("message type", "[a-z][a-z0-9._-]{0,63}");

    public EventType {
        SYNTAX.check(value);
    }

    public boolean system() {
        return value.startsWith("room.");
    }

    /// Whether it tells that an earlier message has another form now.
    public boolean amending() {
        return value.equals("room.message.edited") || value.equals("room.message.deleted");
    }

    @Override
    public String toString() {
        return value;
    }
}
