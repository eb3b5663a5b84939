package dev.parley.usecase;

import dev.parley.kernel.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of a room's allowlist in the order of the users' ids.
///
/// @param next where the next page begins; null when this was the last
public record AllowlistPage(List<UserId> users, @Nullable UserId next) {}
