package dev.parley.log;

import org.jspecify.annotations.Nullable;

/// What changes of one person in one life of a room are decided by.
///
/// @param counts of the room
/// @param member what he is; null = no member
public record PeopleBook(PeopleCounts counts, @Nullable Member member) {}
