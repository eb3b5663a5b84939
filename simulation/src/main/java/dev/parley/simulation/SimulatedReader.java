package dev.parley.simulation;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.log.PageRequest;
import dev.parley.simulation.LogRecord.Commit;
import dev.parley.simulation.LogRecord.LifeId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Follows one room page by page, by any node, and compares each page with the log.
final class SimulatedReader {

    private final World world;
    private final List<SimulatedNode> nodes;
    private final RoomId room;
    private final Principal principal;
    private final SplittableRandom random;
    private final Findings findings;
    private @Nullable Position cursor;
    private boolean hurrying;
    private boolean finishing;

    SimulatedReader(World world, List<SimulatedNode> nodes, RoomId room, Findings findings) {
        this.world = world;
        this.nodes = nodes;
        this.room = room;
        this.principal = new Principal(new UserId("reader"), null, Grants.NONE, false);
        this.random = world.random.split();
        this.findings = findings;
    }

    void start() {
        world.time.after(Duration.ofMillis(1 + random.nextInt(hurrying ? 100 : 1_000)), this::next);
    }

    /// Reads whole pages from now on, so that only a fault keeps it from the head.
    void hurry() {
        hurrying = true;
    }

    /// Asks for no more pages.
    void finish() {
        finishing = true;
    }

    private void next() {
        if (finishing) {
            return;
        }
        NodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node == null) {
            start();
            return;
        }
        PageRequest from = cursor == null ? new PageRequest.Newest() : new PageRequest.After(cursor);
        var query = new HistoryQuery(from, hurrying ? HistoryQuery.MAX_LIMIT : random.nextInt(20), TypeFilter.ALL);
        Journal.Call<Answer<HistoryPage>> call = node.call("read " + room, room, this::onAnswer, this::start);
        node.queries().history(principal, room, query, world.wiring.answer(call.patient()::answer));
    }

    private void onAnswer(Answer<HistoryPage> answer) {
        switch (answer) {
            case Answer.Ok<HistoryPage>(var page) -> onPage(page);
            case Answer.Refused<HistoryPage>(Refusal.CursorExpired(var epoch, var first, var head)) -> {
                findings.demand(cursor != null && first > cursor.seq() + 1, "a cursor that is kept", cursor, first);
                restart(epoch, first);
            }
            case Answer.Refused<HistoryPage>(Refusal.EpochChanged(var epoch, var first, var head)) -> {
                findings.demand(cursor != null && !cursor.epoch().equals(epoch), "another epoch", cursor, epoch);
                restart(epoch, first);
            }
            case Answer.Refused<HistoryPage>(Refusal.CursorAhead ahead) ->
                findings.demand(false, "no cursor is ahead", cursor, ahead);
            case Answer.Refused<HistoryPage> _ -> {}
        }
        start();
    }

    private void restart(Epoch epoch, long first) {
        cursor = new Position(epoch, first - 1);
    }

    private void onPage(HistoryPage page) {
        findings.demand(page.items().equals(committed(page)), "a page shows the log without a hole", cursor, page);
        findings.demand(
                page.hasMore() == page.next().seq() < page.head(), "a page says whether there is more", cursor, page);
        cursor = page.next();
    }

    private List<Event> committed(HistoryPage page) {
        List<Commit> life = world.record.life(new LifeId(room, page.epoch()));
        long to = page.next().seq();
        long from = cursor == null ? to - page.items().size() + 1 : cursor.seq() + 1;
        return LongStream.rangeClosed(from, to)
                .mapToObj(seq -> life.get((int) seq - 1).event())
                .toList();
    }

    /// Whether the reader has come as far as the log.
    boolean atHead() {
        return world.reader
                .read(room)
                .map(state -> cursor != null && cursor.equals(new Position(state.epoch(), state.head())))
                .orElse(true);
    }

    @Override
    public String toString() {
        return "the reader of " + room + " at " + cursor;
    }
}
