package dev.parley.usecase;

import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Members of a room.
///
/// @param next behind whom the next page begins; null = this is the last
public record MemberPage(List<Member> items, @Nullable UserId next) {}
