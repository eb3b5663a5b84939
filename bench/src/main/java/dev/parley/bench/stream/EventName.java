package dev.parley.bench.stream;

/// What the names of a stream's events mean to a reader.
enum EventName {
    MESSAGE,
    HELLO,
    LEFT_OUT,
    ENDING,
    OTHER;

    static EventName of(String name) {
        return switch (name) {
            case "message" -> MESSAGE;
            case "hello" -> HELLO;
            case "gap", "dropped" -> LEFT_OUT;
            case "reconnect", "problem", "closed" -> ENDING;
            default -> OTHER;
        };
    }
}
