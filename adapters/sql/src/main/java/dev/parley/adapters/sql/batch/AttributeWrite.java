package dev.parley.adapters.sql.batch;

import dev.parley.kernel.AttributeKey;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeBook;
import java.util.Collection;
import java.util.Set;

/// What is to be written of the attributes of one life of a room.
///
/// @param after what holds then
/// @param written rows of `attribute` as they are to become
/// @param forgotten keys that are to have none
public record AttributeWrite(AttributeBook after, Collection<Attribute> written, Set<AttributeKey> forgotten) {}
