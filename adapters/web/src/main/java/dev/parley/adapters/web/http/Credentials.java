package dev.parley.adapters.web.http;

import dev.parley.access.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a request was let in by.
///
/// @param expiresAt from when on it is nobody's any more; null = never
/// @param ticket whether it stood in the address, as an EventSource has to do it: its user cannot see an error's
/// document, and its browser would come back with the same ticket for ever
public record Credentials(Principal principal, @Nullable Instant expiresAt, boolean ticket) {}
