package dev.parley.usecase;

import dev.parley.delivery.Audience;
import dev.parley.kernel.Tier;
import dev.parley.log.RoomTraffic;
import java.util.Map;

/// What one node knows of a room's traffic.
///
/// @param shed events that its readers were told are left out because they fall behind, by tier, summed over
/// the readers; empty when nobody has read the room here lately
public record RoomStats(RoomTraffic.Traffic traffic, Map<Tier, Long> shed, Audience audience) {}
