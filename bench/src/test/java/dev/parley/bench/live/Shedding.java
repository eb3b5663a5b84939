package dev.parley.bench.live;

import java.util.Map;
import java.util.TreeMap;

/// Leaves out what is not critical among the first events of one stream, and tells it before what follows.
final class Shedding implements TinyLiveServer.Script {

    private final int stream;
    private final long until;
    private final int more;
    private final Map<String, Integer> counts = new TreeMap<>();
    private long from = 1;

    /// @param more told than there were
    Shedding(int stream, long until, int more) {
        this.stream = stream;
        this.until = until;
        this.more = more;
    }

    @Override
    public String instead(int to, TinyLiveServer.Event event) {
        if (to != stream) {
            return event.block();
        }
        if (event.seq() <= until && !event.tier().equals("critical")) {
            counts.merge(event.tier(), 1, Integer::sum);
            return "";
        }
        return told(event.seq()) + event.block();
    }

    /// As the real one: the first id is where the stretch begins, the last where it ends.
    private String told(long next) {
        var text = new StringBuilder();
        int left = counts.size();
        for (var each : counts.entrySet()) {
            left--;
            text.append(
                    "id: e:%d\nevent: dropped\ndata: {\"room\":\"r0\",\"epoch\":\"e\",\"tier\":\"%s\",\"from\":%d,\"to\":%d,"
                            .formatted(left == 0 ? next - 1 : from - 1, each.getKey(), from, next - 1));
            text.append("\"count\":%d,\"reason\":\"slow\"}\n\n".formatted(each.getValue() + (left == 0 ? more : 0)));
        }
        counts.clear();
        from = next + 1;
        return text.toString();
    }
}
