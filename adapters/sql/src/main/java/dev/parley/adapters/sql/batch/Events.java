package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.Append;
import dev.parley.log.NewEvent;

/// Makes events of what is appended.
final class Events {

    private Events() {}

    static Event of(Append item, NewEvent content, Position position, long ts) {
        return new Event(
                item.room(),
                position,
                content.type(),
                content.tier(),
                item.author(),
                item.clientMsgId(),
                ts,
                content.data(),
                content.ref(),
                content.ttlMs() == 0 ? null : ts + content.ttlMs(),
                content.key());
    }
}
