package dev.parley.delivery;

/// Which signals of a room a reader asks for beside its events. They have no ids and may be lost.
///
/// @param presence who comes and goes
/// @param occupancy how many there are
public record Signals(boolean presence, boolean occupancy) {

    public static final Signals NONE = new Signals(false, false);

    boolean none() {
        return !presence && !occupancy;
    }
}
