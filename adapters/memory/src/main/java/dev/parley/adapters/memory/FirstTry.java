package dev.parley.adapters.memory;

import dev.parley.log.ContentHash;

/// What a repeat is answered from when its event was trimmed.
///
/// @param seq 0 for a change without an event
record FirstTry(ContentHash hash, long seq, long ts) {}
