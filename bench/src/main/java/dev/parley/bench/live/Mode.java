package dev.parley.bench.live;

/// How viewers get their messages.
///
/// @param query of the stream's address
/// @param pullers connections over which is pulled; 0 = messages are pushed
public record Mode(String query, int pullers) {

    public static Mode push() {
        return new Mode("", 0);
    }

    /// They are told that there is something, and pull it.
    public static Mode notify(int pullers) {
        return new Mode("?mode=notify", pullers);
    }

    public boolean pulls() {
        return pullers > 0;
    }
}
