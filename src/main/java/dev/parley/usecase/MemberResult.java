package dev.parley.usecase;

import dev.parley.log.Member;

/// A member as a request left him.
///
/// @param added whether he was none before
public record MemberResult(Member member, boolean added) {}
