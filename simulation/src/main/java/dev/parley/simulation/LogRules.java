package dev.parley.simulation;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.simulation.LogRecord.Commit;
import dev.parley.simulation.LogRecord.LifeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// What has to hold in the log itself.
final class LogRules {

    private record Key(Sender sender, ClientMessageId id) {}

    private static final int PAGE = 500;

    private final World world;
    private final Findings findings;

    LogRules(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    void check() {
        world.record.lives().forEach((_, commits) -> {
            numbersRiseByOne(commits);
            nothingIsThereTwice(commits);
            commits.forEach(this::everythingWasSent);
            settingsFollowEachOther(commits);
            nobodyPublishesWhileFrozen(commits);
            nodesKeepTheOrderTheyWereGiven(commits);
        });
        world.rooms.forEach(this::thePagesShowTheLog);
    }

    private void numbersRiseByOne(List<Commit> commits) {
        long seq = 0;
        long ts = 0;
        for (Commit commit : commits) {
            Event event = commit.event();
            findings.demand(event.seq() == seq + 1, "the next seq is one more", seq, event);
            findings.demand(event.ts() >= ts, "ts does not fall", event);
            seq = event.seq();
            ts = event.ts();
        }
    }

    private void nothingIsThereTwice(List<Commit> commits) {
        var keys = new HashSet<Key>();
        var data = new HashSet<JsonText>();
        for (Commit commit : commits) {
            Event event = commit.event();
            findings.demand(
                    keys.add(new Key(event.author().sender(), event.clientMsgId())), "an id is used once", event);
            findings.demand(event.type().system() || data.add(event.data()), "a message is stored once", event);
        }
    }

    private void everythingWasSent(Commit commit) {
        Event event = commit.event();
        if (event.type().system()) {
            findings.demand(event.author().sender().value().startsWith("admin"), "administrators change rooms", event);
            return;
        }
        Message message = world.journal.message(event.data());
        findings.demand(
                message != null
                        && message.room.equals(event.room())
                        && message.writer.equals(event.author().sender().value())
                        && (event.clientMsgId().equals(message.id)
                                || event.clientMsgId().serverMade()),
                "an event was sent like this",
                event);
    }

    /// No change of settings is based on others than those it replaced, and the end of a life is its end.
    private void settingsFollowEachOther(List<Commit> commits) {
        String last = null;
        boolean destroyed = false;
        for (Commit commit : commits) {
            Event event = commit.event();
            findings.demand(!destroyed, "nothing follows the end of a life", event);
            switch (event.type().value()) {
                case "room.updated" -> {
                    String change = commit.data();
                    String from = change.substring(0, change.indexOf('>'));
                    String to = change.substring(change.indexOf('>') + 1);
                    findings.demand(last == null || last.equals(from), "settings replace the last ones", last, event);
                    findings.demand(!from.equals(to), "a change changes something", event);
                    last = to;
                }
                case "room.destroyed" -> destroyed = true;
                default -> {}
            }
        }
    }

    private void nobodyPublishesWhileFrozen(List<Commit> commits) {
        boolean frozen = false;
        for (Commit commit : commits) {
            Event event = commit.event();
            if (event.type().value().equals("room.updated")) {
                frozen = commit.data().endsWith("/frozen");
            } else if (frozen && !event.type().system()) {
                Message message = world.journal.message(event.data());
                findings.demand(message == null || message.exempt, "a frozen room takes no messages", event);
            }
        }
    }

    /// What was handed to one run of a node without waiting is committed in that order.
    private void nodesKeepTheOrderTheyWereGiven(List<Commit> commits) {
        Map<String, Integer> last = new HashMap<>();
        for (Commit commit : commits) {
            Message message = world.journal.message(commit.event().data());
            if (message != null && message.writer.startsWith("lane")) {
                Integer before = last.put(message.writer + " by " + commit.by(), message.number);
                findings.demand(
                        before == null || before < message.number, "a node keeps the order it was given", commit);
            }
        }
    }

    private void thePagesShowTheLog(RoomId room) {
        if (!(world.store.page(room, new PageRequest.Newest(), 1)
                instanceof LogPage.Rows(var epoch, var first, var head, var _, var _))) {
            return;
        }
        var commits = world.record.lives().getOrDefault(new LifeId(room, epoch), List.of());
        var kept = new ArrayList<Event>();
        LogPage page = null;
        for (long after = first - 1; after < head; after = kept.getLast().seq()) {
            page = world.store.page(room, new PageRequest.After(new Position(epoch, after)), PAGE);
            if (!(page instanceof LogPage.Rows rows) || rows.events().isEmpty()) {
                break;
            }
            kept.addAll(rows.events());
        }
        var expected = commits.stream()
                .map(Commit::event)
                .filter(event -> event.seq() >= first)
                .toList();
        findings.demand(kept.equals(expected), "the pages show what was committed", room, page);
        findings.demand(head == commits.size(), "the head is the last seq", room, head);
    }
}
