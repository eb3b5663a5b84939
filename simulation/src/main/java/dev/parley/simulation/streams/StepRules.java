package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.CountedBuffers.Content;
import dev.parley.simulation.streams.Frame.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Who was served by a pass and takes what comes is in step: the next pass serves him as well, and soon after the first
/// whom it serves. Told only of lanes whose node keeps as much in memory as it likes; who falls out of step for any
/// reason that can be seen is not judged until a pass serves him again.
final class StepRules implements LaneWatch {

    /// Many times what a lane takes for all its streams unless it stalls.
    static final Duration PATIENCE = Duration.ofMillis(250);
    /// A tail reaches back by more than this, whatever it went through.
    private static final int IN_MEMORY = 12;

    /// Where a pass left a stream.
    private record Step(RoomId room, Epoch epoch, long seq, TypeFilter types) {

        boolean goesOnWith(Message message) {
            return room.equals(message.room()) && epoch.equals(message.epoch()) && seq + 1 == message.seq();
        }
    }

    private record Debt(Message next, long dueAt) {}

    private final Findings findings;
    private final LogHistory log;
    private final Map<Transcript, Step> steps = new LinkedHashMap<>();
    private final Map<Transcript, Debt> debts = new LinkedHashMap<>();
    private final Map<RoomId, Map<TypeFilter, Content>> newest = new HashMap<>();

    StepRules(Findings findings, LogHistory log) {
        this.findings = findings;
        this.log = log;
    }

    @Override
    public void task(long at) {
        debts.entrySet().removeIf(debt -> late(debt.getKey(), debt.getValue(), at));
    }

    private boolean late(Transcript who, Debt debt, long at) {
        boolean late = at > debt.dueAt();
        findings.demand(!late, "nobody waits for what others of the room have", who, debt.next(), at);
        return late;
    }

    @Override
    public void wrote(LaneWrite write) {
        if (write.pass()) {
            passed(write);
        } else {
            servedByItself(write);
        }
    }

    private void passed(LaneWrite write) {
        Message first = write.content().messages().getFirst();
        Message last = write.content().messages().getLast();
        TypeFilter types = write.to().types(first.room());
        Map<TypeFilter, Content> ways = newest.computeIfAbsent(first.room(), _ -> new HashMap<>());
        if (ways.put(types, write.content()) != write.content() && inMemory(first, write.at())) {
            owe(first, types, write.at());
        }
        debts.remove(write.to());
        // Of the others not every pass can be for them.
        if (write.to().ask().echo()) {
            steps.put(write.to(), new Step(last.room(), last.epoch(), last.seq(), types));
        }
    }

    private void owe(Message first, TypeFilter types, long at) {
        steps.forEach((who, step) -> {
            if (step.types().equals(types) && step.goesOnWith(first)) {
                debts.putIfAbsent(who, new Debt(first, at + PATIENCE.toNanos()));
            }
        });
    }

    private void servedByItself(LaneWrite write) {
        boolean onlySigns = write.content().frames().stream()
                .allMatch(frame -> frame instanceof Frame.Cursor || frame instanceof Frame.Heartbeat);
        if (onlySigns) {
            return;
        }
        Step step = steps.get(write.to());
        if (step != null && !write.content().messages().isEmpty()) {
            Message first = write.content().messages().getFirst();
            findings.demand(
                    !step.goesOnWith(first) || !ordinary(first, write.at()),
                    "who is in step is served by passes",
                    write.to(),
                    first);
        }
        left(write.to());
    }

    /// Whether a pass has to carry it.
    private boolean ordinary(Message message, long at) {
        RoomLife life = log.life(message.room(), message.epoch());
        Event event = life == null ? null : life.event(message.seq(), at);
        return event != null
                && event.expiresAt() == null
                && !message.type().equals("room.destroyed")
                && !Objects.requireNonNull(life).overBy(at)
                && inMemory(message, at);
    }

    private boolean inMemory(Message message, long at) {
        RoomLife life = log.life(message.room(), message.epoch());
        return life != null && life.headAt(at) - message.seq() < IN_MEMORY;
    }

    /// Then a tail may move on by more than it holds, as far as the lane sees.
    @Override
    public void stalled() {
        steps.clear();
        debts.clear();
    }

    /// With one room more or fewer it may be served otherwise.
    @Override
    public void subscribed(Transcript who, RoomId room, boolean again) {
        left(who);
    }

    @Override
    public void unsubscribed(Transcript who, RoomId room) {
        left(who);
    }

    @Override
    public void blocked(Transcript who) {
        left(who);
    }

    @Override
    public void left(Transcript who) {
        steps.remove(who);
        debts.remove(who);
    }
}
