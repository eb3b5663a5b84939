package dev.parley.log;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What somebody may do to messages, as the room's rules have it.
///
/// @param any whether also to those of others, and at any time
/// @param ownForMs how long to his own after they were sent
/// @param versions one of these must be the message's; null = whatever it is
public record AmendmentTerms(
        boolean any, long ownForMs, @Nullable Set<Long> versions) {

    public AmendmentTerms {
        versions = versions == null ? null : Set.copyOf(versions);
        if (ownForMs < 0) {
            throw new IllegalArgumentException("a time is not negative");
        }
    }

    boolean expect(long version) {
        return versions == null || versions.contains(version);
    }
}
