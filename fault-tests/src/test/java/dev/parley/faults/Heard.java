package dev.parley.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// What one reader has heard over all its connections, held against what a cursor promises. One thread.
final class Heard {

    /// What all readers have heard of all rooms, to be held against the table. Any thread.
    static final class Everybody {

        private final Map<String, String> bodies = new ConcurrentHashMap<>();
        private final Queue<String> findings = new ConcurrentLinkedQueue<>();

        void found(String finding) {
            if (findings.size() < 100) {
                findings.add(finding);
            }
        }

        List<String> findings() {
            return List.copyOf(findings);
        }

        /// By `room epoch:seq`: sender, client message id and data.
        Map<String, String> bodies() {
            return bodies;
        }

        /// What was heard and is not in the log like that.
        List<String> differences(StoredLog log) {
            Map<String, String> stored = new HashMap<>();
            log.rows()
                    .forEach(row -> stored.put(place(row), row.sender() + " " + row.clientMsgId() + " " + row.data()));
            var differences = new ArrayList<String>();
            bodies.forEach((place, body) -> {
                String row = stored.get(withLife(place));
                if (!body.equals(row)) {
                    differences.add(place + " was heard as " + body + " and is " + row);
                }
            });
            return differences;
        }

        /// What was acknowledged and nobody has heard.
        ///
        /// @param exempt the sender of what was published before anybody listened
        List<String> unheard(History history, String exempt) {
            return history.entries().stream()
                    .filter(entry -> !entry.message().sender().equals(exempt))
                    .<String>mapMulti((entry, unheard) -> {
                        if (entry
                                        instanceof
                                        History.Answered(
                                                var message,
                                                var _,
                                                Answer.Ok(var epoch, var seq, var _),
                                                var _)
                                && !bodies.containsKey(message.room() + " " + epoch + ":" + seq)) {
                            unheard.accept(message + " at " + epoch + ":" + seq + " was not heard by anybody");
                        }
                    })
                    .toList();
        }

        /// Whether anybody has heard of this row.
        boolean heard(StoredLog.Row row) {
            return bodies.keySet().stream().anyMatch(place -> withLife(place).equals(place(row)));
        }

        private static String place(StoredLog.Row row) {
            return row.log().room() + " " + row.log().life() + ":" + row.seq();
        }

        /// An epoch is the generation and the life, which has eight characters.
        private static String withLife(String place) {
            int space = place.indexOf(' ');
            int colon = place.lastIndexOf(':');
            return place.substring(0, space) + " " + place.substring(colon - 8);
        }

        private void heard(String place, String body, String by) {
            String before = bodies.putIfAbsent(place, body);
            if (before != null && !before.equals(body)) {
                found(by + " heard " + body + " at " + place + " but another heard " + before);
            }
        }
    }

    private final String name;
    private final List<String> rooms;
    private final boolean multi;
    private final Everybody everybody;

    /// The last seq heard in a room, with everything before it back to where the reader began.
    private final Map<String, Long> complete = new ConcurrentHashMap<>();

    private final Map<String, String> epochs = new HashMap<>();

    /// Where this connection is.
    private final Map<String, Long> at = new HashMap<>();

    private String cursor = "";
    private boolean greeted;

    Heard(String name, List<String> rooms, boolean multi, Everybody everybody) {
        this.name = name;
        this.rooms = rooms;
        this.multi = multi;
        this.everybody = everybody;
    }

    String cursor() {
        return cursor;
    }

    /// Whether it has heard everything up to these seqs. Any thread.
    boolean reached(Map<String, Long> heads) {
        return rooms.stream().allMatch(room -> complete.getOrDefault(room, -1L) >= heads.getOrDefault(room, 0L));
    }

    Map<String, Long> complete() {
        return complete;
    }

    void connected() {
        greeted = false;
        at.clear();
    }

    /// @param id null = none
    void hello(@Nullable String id) {
        greeted = true;
        if (id == null) {
            found("hello without an id for the cursor " + cursor);
            return;
        }
        Map<String, Long> start = positions(id);
        if (!cursor.isEmpty() && !start.equals(positions(cursor))) {
            found("hello starts at " + id + " for the cursor " + cursor);
        }
        at.putAll(start);
        start.forEach(complete::putIfAbsent);
        cursor = id;
    }

    /// @param body what is compared with the table
    void event(String room, String epoch, long seq, @Nullable String id, String body) {
        Long before = at.get(room);
        if (!greeted || before == null) {
            found(room + ":" + seq + " before hello");
            return;
        }
        if (seq != before + 1) {
            found(room + ":" + seq + " follows " + before + (seq <= before ? ", a repeat" : ", a hole"));
        }
        if (!epoch.equals(epochs.getOrDefault(room, epoch))) {
            found(room + ":" + seq + " is of " + epoch + " after " + epochs.get(room));
        }
        epochs.put(room, epoch);
        if (multi ? id != null : !(epoch + ":" + seq).equals(id)) {
            found(room + ":" + seq + " has the id " + id);
        }
        if (id != null) {
            cursor = id;
        }
        at.put(room, seq);
        complete.merge(room, seq, Math::max);
        everybody.heard(room + " " + epoch + ":" + seq, body, name);
    }

    /// An id that stood elsewhere.
    void moved(String id) {
        positions(id).forEach((room, seq) -> {
            if (seq > at.getOrDefault(room, -1L)) {
                found("the id " + id + " names what was not written: " + at);
            }
        });
        cursor = id;
    }

    void found(String what) {
        everybody.found(name + ": " + what);
    }

    private Map<String, Long> positions(String id) {
        var positions = new TreeMap<String, Long>();
        for (String part : id.split(",")) {
            int equals = part.indexOf('=');
            String room = equals < 0 ? rooms.getFirst() : part.substring(0, equals);
            String position = part.substring(equals + 1);
            epochs.putIfAbsent(room, position.substring(0, position.indexOf(':')));
            if (!position.startsWith(epochs.get(room) + ":")) {
                found("the id " + id + " is of another epoch than " + epochs.get(room));
            }
            positions.put(room, Long.parseLong(position.substring(position.indexOf(':') + 1)));
        }
        return positions;
    }
}
