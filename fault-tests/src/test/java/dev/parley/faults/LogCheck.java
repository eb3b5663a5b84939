package dev.parley.faults;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.fail;

import dev.parley.faults.Finding.Kind;
import dev.parley.faults.StoredLog.Head;
import dev.parley.faults.StoredLog.Log;
import dev.parley.faults.StoredLog.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Holds what was asked and answered against what the log's tables say. Needs a log from which nothing was
/// trimmed, and tries whose answers have all come in or been given up.
final class LogCheck {

    /// Of one kind; the rest is only counted.
    private static final int MOST_TOLD = 10;

    private final Map<Message.Key, Tries> tries = new LinkedHashMap<>();
    private final Map<Message.Key, List<Row>> stored;
    private final StoredLog log;
    private final List<Finding> findings = new ArrayList<>();

    private LogCheck(History history, StoredLog log) {
        for (History.Entry entry : history.entries()) {
            tries.computeIfAbsent(entry.message().key(), _ -> new Tries(entry.message(), entry.at()))
                    .add(entry);
        }
        this.log = log;
        this.stored = log.rows().stream().filter(row -> !row.system()).collect(groupingBy(Row::key));
    }

    /// All that is wrong, and nothing when nothing is.
    static List<Finding> findings(History history, StoredLog log) {
        var check = new LogCheck(history, log);
        check.tries.values().forEach(check::checkMessage);
        check.checkPhantoms();
        check.checkLogs();
        check.findings.addAll(RealTime.findings(check.tries.values(), check.stored));
        return check.findings;
    }

    /// Fails with what was found, and keeps the history.
    static void assertSound(String name, History history, StoredLog log) {
        List<Finding> findings = findings(history, log);
        if (!findings.isEmpty()) {
            Map<Kind, List<Finding>> kinds = findings.stream().collect(groupingBy(Finding::kind));
            var told = new StringBuilder("of " + history + ", history in " + history.write(name));
            kinds.forEach((kind, all) -> told.append("\n")
                    .append(all.size())
                    .append(" × ")
                    .append(kind)
                    .append(": ")
                    .append(all.stream().limit(MOST_TOLD).map(Finding::what).toList()));
            fail(told.toString());
        }
    }

    private void checkMessage(Tries message) {
        List<Row> rows = stored.getOrDefault(message.message().key(), List.of());
        if (rows.size() > 1) {
            found(
                    Kind.DOUBLED,
                    message.message() + " at "
                            + rows.stream().map(LogCheck::place).toList());
        } else if (rows.isEmpty()) {
            message.acknowledgements().stream()
                    .limit(1)
                    .forEach(ok -> found(Kind.LOST, message.message() + ", acknowledged as " + ok + ends(message)));
        } else {
            checkStored(message, rows.getFirst());
        }
    }

    private void checkStored(Tries message, Row row) {
        if (!row.data().equals(message.message().data())) {
            found(
                    Kind.ALTERED,
                    place(row) + " is " + row.data() + " but was sent as "
                            + message.message().data());
        }
        if (message.allRefused()) {
            found(Kind.REFUSED_YET_STORED, message.message() + " at " + place(row));
        }
        for (Answer.Ok ok : message.acknowledgements()) {
            // An epoch ends with the life.
            if (ok.seq() != row.seq() || !ok.epoch().endsWith(row.log().life())) {
                found(Kind.WRONG_ANSWER, message.message() + " is at " + place(row) + " but was answered " + ok);
            }
        }
        message.wrongMark().ifPresent(what -> found(Kind.WRONG_ANSWER, message.message() + ": " + what));
    }

    private String ends(Tries message) {
        return log.heads().stream()
                .filter(head -> head.log().room().equals(message.message().room()))
                .map(head ->
                        "; the log ends at " + head.last() + " of " + head.log().life())
                .findAny()
                .orElse("; there is no such room");
    }

    private void checkPhantoms() {
        stored.forEach((key, rows) -> {
            if (!tries.containsKey(key)) {
                found(Kind.PHANTOM, key + " at " + place(rows.getFirst()));
            }
        });
    }

    private void checkLogs() {
        Map<Log, List<Row>> logs = log.rows().stream()
                .collect(groupingBy(Row::log, LinkedHashMap::new, java.util.stream.Collectors.toList()));
        for (Head head : log.heads()) {
            checkLog(head, logs.getOrDefault(head.log(), List.of()));
            logs.remove(head.log());
        }
        logs.keySet().forEach(orphan -> found(Kind.WRONG_HEAD, orphan + " has rows but no head"));
    }

    private void checkLog(Head head, List<Row> rows) {
        long first = rows.isEmpty() ? head.last() + 1 : rows.getFirst().seq();
        long last = rows.isEmpty() ? head.first() - 1 : rows.getLast().seq();
        if (first != head.first() || last != head.last()) {
            found(Kind.WRONG_HEAD, head + " but its rows go from " + first + " to " + last);
        }
        for (int i = 1; i < rows.size(); i++) {
            Row before = rows.get(i - 1);
            Row row = rows.get(i);
            if (row.seq() != before.seq() + 1) {
                found(Kind.HOLE, place(row) + " follows " + before.seq());
            }
            if (row.ts() < before.ts()) {
                found(Kind.TIME_FELL, place(row) + " at " + row.ts() + " follows " + before.ts());
            }
        }
    }

    private void found(Kind kind, String what) {
        findings.add(new Finding(kind, what));
    }

    private static String place(Row row) {
        return row.log().room() + "/" + row.log().life() + ":" + row.seq();
    }
}
