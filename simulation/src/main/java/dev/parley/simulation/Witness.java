package dev.parley.simulation;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Append;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What each run of a node told its listener, and which of its appends ended in doubt at the store.
final class Witness {

    /// @param uncertain by room, when the node last said that the log may hold more than it told
    record Testimony(List<Event> told, Map<RoomId, Long> uncertain, Set<Doubt> doubts) {}

    record Doubt(RoomId room, Sender sender, String clientMsgId) {

        static Doubt of(Append item) {
            return new Doubt(
                    item.room(), item.author().sender(), item.clientMsgId().value());
        }

        static Doubt of(Event event) {
            return new Doubt(
                    event.room(), event.author().sender(), event.clientMsgId().value());
        }
    }

    private final VirtualTime time;
    private final Map<NodeRun.Id, Testimony> testimonies = new LinkedHashMap<>();

    Witness(VirtualTime time) {
        this.time = time;
    }

    CommitListener listener(NodeRun.Id node) {
        return new CommitListener() {
            @Override
            public void committed(RoomId room, Retention retention, List<Event> events) {
                of(node).told().addAll(events);
            }

            @Override
            public void uncertain(RoomId room) {
                of(node).uncertain().put(room, time.nanos());
            }
        };
    }

    void doubt(NodeRun.Id node, List<Append> batch) {
        batch.forEach(item -> of(node).doubts().add(Doubt.of(item)));
    }

    Testimony of(NodeRun.Id node) {
        return testimonies.computeIfAbsent(
                node, _ -> new Testimony(new ArrayList<>(), new HashMap<>(), new HashSet<>()));
    }

    Map<NodeRun.Id, Testimony> all() {
        return testimonies;
    }
}
