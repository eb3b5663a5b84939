package dev.parley.log;

/// What somebody is in a room as its member.
public record Standing(Role role, Notify notifies) {

    public Standing withRole(Role other) {
        return new Standing(other, notifies);
    }

    public Standing withNotify(Notify other) {
        return new Standing(role, other);
    }
}
