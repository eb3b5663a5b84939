package dev.parley.usecase;

import dev.parley.delivery.Audience;
import dev.parley.log.RoomTraffic;

/// What one node knows of a room's traffic.
public record RoomStats(RoomTraffic.Traffic traffic, Audience audience) {}
