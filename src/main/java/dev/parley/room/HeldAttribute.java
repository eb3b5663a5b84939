package dev.parley.room;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;

/// An attribute that some room holds.
///
/// @param seq since when
public record HeldAttribute(RoomId room, Epoch epoch, AttributeKey key, long seq, Sender owner) {}
