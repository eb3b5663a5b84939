package dev.parley.cluster;

import dev.parley.kernel.NodeId;
import org.jspecify.annotations.Nullable;

/// A server as the others see it.
///
/// @param address where it listens, host and port
/// @param machine what tells one boot of one host from all others, as well as it can be told
/// @param zone where it stands, as its operator calls it; null = not told
/// @param fanout how it hears of the others' events; those that do it in another way do not hear each other
public record Node(
        NodeId id, String address, String machine, @Nullable String zone, String fanout) {

    /// A node that hears nobody.
    public static final String ALONE = "local";

    /// A node that is no server but a copy from or to the store, beside which none may start.
    public static final String COPY = "copy";

    /// Whether the two are told of each other's events.
    public boolean hears(Node other) {
        return !fanout.equals(ALONE) && fanout.equals(other.fanout);
    }

    /// Whether the other one is this server before it was started again: no two can listen in one place.
    public boolean succeeds(Node other) {
        return !id.equals(other.id) && address.equals(other.address) && machine.equals(other.machine);
    }
}
