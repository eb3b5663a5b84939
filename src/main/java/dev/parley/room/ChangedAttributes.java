package dev.parley.room;

import dev.parley.kernel.Epoch;
import dev.parley.log.Attribute;
import java.util.List;

/// What has become of a room's attributes since a seq, from one snapshot of the store.
///
/// @param first the oldest seq the log keeps; head + 1 when none
/// @param complete whether nothing is missing: of removals older than the log, or of more than are
///     remembered, nothing is known any more
/// @param items those held and those removed since, each once, in the order of their seqs
public record ChangedAttributes(Epoch epoch, long first, long head, boolean complete, List<Attribute> items) {}
