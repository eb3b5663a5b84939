package dev.parley.usecase;

/// What a use case answers: the result, or the reason why there is none.
public sealed interface Answer<T> {

    record Ok<T>(T value) implements Answer<T> {}

    record Refused<T>(Refusal refusal) implements Answer<T> {}

    static <T> Answer<T> ok(T value) {
        return new Ok<>(value);
    }

    static <T> Answer<T> refused(Refusal refusal) {
        return new Refused<>(refusal);
    }
}
