package dev.parley.usecase;

import dev.parley.kernel.Author;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Signal;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// A signal as somebody wants it told.
///
/// @param content validated
/// @param ttlMs 1–[Signal#MAX_TTL_MS]
/// @param sender in whose name; null = one's own
public record SignalDraft(
        EventType type,
        Content content,
        long ttlMs,
        @Nullable UserId sender) {

    /// Most that one signal adds to a sum, or takes from it.
    public static final long MAX_N = 1_000_000;

    /// What it says.
    public sealed interface Content {}

    /// The newest of a sender counts.
    public record Newest(JsonText data) implements Content {}

    /// All are added up.
    public record Number(long n) implements Content {}

    Signal by(Author author) {
        return switch (content) {
            case Newest(var data) -> new Signal.Latest(type, author, data, ttlMs);
            case Number(var n) -> new Signal.Sum(type, author, n, ttlMs);
        };
    }
}
