package dev.parley.delivery;

/// The connections of one room on this node at one moment.
///
/// @param behind of these, how many have not been written everything that this node holds
/// @param lag how many events the one furthest behind has not been written
public record Audience(int connections, int behind, long lag) {

    public static final Audience NONE = new Audience(0, 0, 0);

    Audience plus(Audience other) {
        return new Audience(connections + other.connections, behind + other.behind, Math.max(lag, other.lag));
    }
}
