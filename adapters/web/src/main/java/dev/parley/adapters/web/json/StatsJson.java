package dev.parley.adapters.web.json;

import dev.parley.delivery.Audience;
import dev.parley.kernel.Tier;
import dev.parley.log.Quota;
import dev.parley.log.RoomTraffic;
import dev.parley.usecase.RoomStats;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/// A room's traffic on one node.
public final class StatsJson {

    private static final int STATS = 768;

    private StatsJson() {}

    public static byte[] of(RoomStats stats) {
        return Json.write(STATS, json -> {
            json.writeStartObject();
            json.writeNumberProperty("windowSeconds", RoomTraffic.WINDOW.toSeconds());
            accepted(json, stats.traffic().taken());
            refused(json, stats.traffic().refused());
            shed(json, stats.shed());
            audience(json, stats.audience());
            json.writeEndObject();
        });
    }

    private static void accepted(JsonGenerator json, Map<Tier, RoomTraffic.Count> taken) {
        json.writeObjectPropertyStart("accepted");
        taken.forEach((tier, count) -> {
            json.writeObjectPropertyStart(tier.wire());
            json.writeNumberProperty("total", count.total());
            json.writeNumberProperty("perSecond", count.perSecond());
            json.writeEndObject();
        });
        json.writeEndObject();
    }

    /// By the codes that the senders were told.
    private static void refused(JsonGenerator json, Map<Quota, Map<Tier, Long>> refused) {
        Map<String, Map<Tier, Long>> byCode = new TreeMap<>();
        refused.forEach((quota, byTier) -> {
            Map<Tier, Long> sum = byCode.computeIfAbsent(quota.code(), _ -> new TreeMap<>());
            byTier.forEach((tier, count) -> sum.merge(tier, count, Long::sum));
        });
        json.writeObjectPropertyStart("refused");
        byCode.forEach((code, byTier) -> {
            json.writeObjectPropertyStart(code);
            byTier.forEach((tier, count) -> json.writeNumberProperty(tier.wire(), count));
            json.writeEndObject();
        });
        json.writeEndObject();
    }

    private static void shed(JsonGenerator json, Map<Tier, Long> shed) {
        json.writeObjectPropertyStart("shed");
        for (Tier tier : Tier.values()) {
            json.writeNumberProperty(tier.wire(), shed.getOrDefault(tier, 0L));
        }
        json.writeEndObject();
    }

    private static void audience(JsonGenerator json, Audience audience) {
        json.writeNumberProperty("connections", audience.connections());
        json.writeObjectPropertyStart("lag");
        json.writeNumberProperty("connections", audience.behind());
        json.writeNumberProperty("events", audience.lag());
        json.writeEndObject();
    }
}
