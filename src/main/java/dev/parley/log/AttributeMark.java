package dev.parley.log;

import dev.parley.kernel.Sender;

/// What a change of a key is decided by.
///
/// @param seq since when it is held, or was removed
/// @param held false = it was removed
public record AttributeMark(long seq, Sender owner, boolean held) {}
