package dev.parley.delivery;

/// Bounds of a node's tails.
///
/// @param maxTails rooms with a tail at a time; at the bound those nobody reads go first, then streams and
///     long polls
/// of
///     further rooms are refused for a moment
/// @param maxBytes of all tails together; above it each keeps only its newest few events
/// @param headChecks whether to ask the log each second for what other nodes appended
public record TailSettings(int maxTails, long maxBytes, boolean headChecks) {

    public static final TailSettings LOCAL = new TailSettings(20_000, 64L << 20, false);

    public TailSettings withHeadChecks() {
        return new TailSettings(maxTails, maxBytes, true);
    }
}
