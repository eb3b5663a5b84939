package dev.parley.usecase;

import dev.parley.kernel.Position;
import dev.parley.log.Attribute;
import java.util.List;

/// What has become of a room's attributes.
///
/// @param items those held and those removed, each once, in the order of their seqs
/// @param position whoever goes on from here misses nothing
public record AttributeStretch(List<Attribute> items, Position position) {}
