package dev.parley.adapters.sql.batch;

/// When a transaction decides, and in which generation of the store.
///
/// @param micros the store's clock, µs since 1970
public record Moment(long micros, long generation) {

    public long millis() {
        return Math.floorDiv(micros, 1_000L);
    }
}
