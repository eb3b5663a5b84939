package dev.parley.access.spi;

import dev.parley.access.Permission;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes tokens as a server of the same configuration accepts them, whether one runs or not. Never blocks; safe for use
/// by several threads.
@FunctionalInterface
public interface TokenIssuer {

    /// What a token is to say.
    ///
    /// @param name the display name
    /// @param rooms permissions by room pattern
    record Statement(
            UserId user, @Nullable String name, boolean admin, Map<String, Set<Permission>> rooms, Duration ttl) {

        public Statement {
            rooms = Map.copyOf(rooms);
            if (ttl.toSeconds() < 1) {
                throw new IllegalArgumentException("a token lives at least a second");
            }
        }
    }

    /// @param token to be sent as `Authorization: Bearer …`
    record Issued(String token, Instant expiresAt) {}

    Issued issue(Statement statement);
}
