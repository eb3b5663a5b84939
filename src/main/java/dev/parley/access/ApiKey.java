package dev.parley.access;

import dev.parley.kernel.UserId;
import java.util.Map;
import java.util.Set;

/// A backend's key: who shows it and what that allows.
///
/// @param name the sender of what it publishes without naming one
/// @param admin may do everything everywhere
/// @param rooms permissions by room pattern
public record ApiKey(UserId name, KeyHash hash, boolean admin, Map<String, Set<Permission>> rooms) {

    public ApiKey {
        rooms = Map.copyOf(rooms);
    }

    public Principal principal() {
        return new Principal(name, null, Grants.of(rooms), admin, true);
    }
}
