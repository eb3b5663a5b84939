package dev.parley.log;

/// What in a room is only for some of its people.
///
/// @param membersOnly who is no member may nothing
/// @param muteAll only speakers, and who is more, publish
public record Admittance(boolean membersOnly, boolean muteAll) {

    public static final Admittance OPEN = new Admittance(false, false);

    public Admittance withMembersOnly(boolean other) {
        return new Admittance(other, muteAll);
    }

    public Admittance withMuteAll(boolean other) {
        return new Admittance(membersOnly, other);
    }
}
