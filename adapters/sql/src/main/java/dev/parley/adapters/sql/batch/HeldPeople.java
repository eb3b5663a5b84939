package dev.parley.adapters.sql.batch;

import dev.parley.log.Member;
import dev.parley.log.PeopleCounts;
import java.util.Map;
import java.util.Optional;

/// Rows of `member` and of `people` as they are, or as they are to become.
///
/// @param members empty = there is none
public record HeldPeople(Map<RoomPerson, Optional<Member>> members, Map<RoomLife, PeopleCounts> counts) {

    public static final HeldPeople NOBODY = new HeldPeople(Map.of(), Map.of());
}
