package dev.parley.delivery;

/// Bounds of what a node holds in memory for its rooms and connections.
///
/// @param maxTails rooms with a tail at a time; at the bound those nobody reads go first, then streams and
///     long polls
/// of
///     further rooms are refused for a moment
/// @param maxBytes of tails, kept pages of the log and buffers that clients have not taken, together; above it tails
///     give way, see [BudgetKeeper]
/// @param headChecks whether to ask the log each second for what other nodes appended
public record TailSettings(int maxTails, long maxBytes, boolean headChecks) {

    public static final TailSettings LOCAL = new TailSettings(20_000, 64L << 20, false);

    public TailSettings withMaxBytes(long bytes) {
        return new TailSettings(maxTails, bytes, headChecks);
    }

    public TailSettings withHeadChecks() {
        return new TailSettings(maxTails, maxBytes, true);
    }
}
