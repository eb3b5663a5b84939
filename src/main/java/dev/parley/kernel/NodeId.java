package dev.parley.kernel;

import java.util.random.RandomGenerator;

/// One run of a server process: 8–64 characters of `A-Za-z0-9_-`. A process that starts again is another node.
public record NodeId(String value) {

    private static final IdSyntax SYNTAX = IdSyntax.of("node id", "[A-Za-z0-9_-]{8,64}");

    public NodeId {
        SYNTAX.check(value);
    }

    /// Unlike any other.
    public static NodeId draw(RandomGenerator random) {
        return new NodeId(RandomText.draw(random));
    }

    @Override
    public String toString() {
        return value;
    }
}
