package dev.parley.adapters.sql.sqlite;

/// What the store's one row says of the whole store.
///
/// @param appends how many were committed since the store was made
record StoreCount(long generation, long appends) {}
