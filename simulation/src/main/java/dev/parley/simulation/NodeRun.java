package dev.parley.simulation;

import dev.parley.access.Principal;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.AppendResult;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import dev.parley.log.RetentionSweep;
import dev.parley.log.RoomSettings;
import dev.parley.log.SystemEvent;
import dev.parley.room.RoomRules;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Queries;
import dev.parley.usecase.RoomAdministration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// One run of a node's process, from its start to its crash or stop: the real core over this world's parts.
final class NodeRun {

    /// @param run counts the node's starts
    record Id(String node, int run) {
        @Override
        public String toString() {
            return node + "." + run;
        }
    }

    /// Between the end of the lanes and of the process.
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final Id id;
    private final World world;
    private final AppendLanes lanes;
    private final Publishing publishing;
    private final RoomAdministration administration;
    private final Queries queries;
    private final List<Journal.Call<?>> calls = new ArrayList<>();
    private boolean alive = true;
    private boolean crashed;

    NodeRun(Id id, World world) {
        this.id = id;
        this.world = world;
        Timers timers = (delay, task) -> world.time.after(delay, () -> ifAlive(task));
        Executor executor = task -> world.time.execute(() -> ifAlive(task));
        var offload = world.wiring.offload(new SimulatedOffload(world.time, world.faults, () -> alive));
        var log = world.wiring.log(
                new UnreliableRoomLog(
                        world.store, id, world.time, world.faults, world.locks, world.record, world.witness),
                world.time);
        var reader = new UnreliableRoomReader(world.reader, world.faults);
        var random = world.random.split();
        var rules = new RoomRules(reader, offload, world.time, timers, executor);
        var sweep = new RetentionSweep(log, offload, timers, executor);
        this.lanes = new AppendLanes(
                log, offload, world.time, timers, executor, world.limits, listener(sweep), AppendObserver.NONE);
        this.publishing = new Publishing(rules, world.policy, lanes, random, world.autoCreate);
        this.administration =
                new RoomAdministration(rules, world.policy, lanes, reader, offload, NodeRun::render, random);
        this.queries = new Queries(rules, world.policy, log, offload);
        rules.start();
        sweep.start();
    }

    private void ifAlive(Runnable task) {
        if (alive) {
            task.run();
        }
    }

    private CommitListener listener(RetentionSweep sweep) {
        var witness = world.wiring.listener(world.witness.listener(id));
        return new CommitListener() {
            @Override
            public void committed(RoomId room, Retention retention, List<Event> events) {
                witness.committed(room, retention, events);
                sweep.committed(room, retention, events);
            }

            @Override
            public void uncertain(RoomId room) {
                witness.uncertain(room);
            }
        };
    }

    static JsonText render(SystemEvent event) {
        return switch (event) {
            case SystemEvent.RoomUpdated(var from, var to) -> JsonText.of(text(from) + ">" + text(to));
            case SystemEvent.RoomDestroyed _ -> JsonText.of("{}");
            case SystemEvent.AttributesChanged _,
                    SystemEvent.MemberAdded _,
                    SystemEvent.MemberRemoved _,
                    SystemEvent.MemberRoleChanged _,
                    SystemEvent.MessageEdited _,
                    SystemEvent.MessageDeleted _ -> JsonText.of("{}");
        };
    }

    static String text(RoomSettings settings) {
        return settings.title() + "/" + settings.retention().messages() + "/" + settings.inboundPerSecond() + "/"
                + (settings.frozen() ? "frozen" : "open");
    }

    Id id() {
        return id;
    }

    boolean alive() {
        return alive;
    }

    boolean crashed() {
        return crashed;
    }

    int depth() {
        return lanes.depth();
    }

    Queries queries() {
        return queries;
    }

    RoomAdministration administration() {
        return administration;
    }

    void publish(
            Principal who, RoomId room, List<Message> messages, Consumer<List<Answer<Published>>> then, Runnable lost) {
        Journal.Call<List<Answer<Published>>> call = call("publish " + messages, room, then, lost);
        world.journal.publication(messages, call);
        publishing.publishAll(
                who, room, messages.stream().map(Message::draft).toList(), world.wiring.answer(call::answer));
    }

    /// Past the use cases, in the order of the calls.
    void append(Append append) {
        Journal.Call<AppendResult> call = call("append " + append.clientMsgId(), append.room(), _ -> {}, () -> {});
        lanes.append(append, world.wiring.answer(call::answer));
    }

    <A> Journal.Call<A> call(String what, RoomId room, Consumer<A> then, Runnable lost) {
        Journal.Call<A> call = world.journal.call(id, what, room, then, lost);
        calls.removeIf(known -> !known.open());
        calls.add(call);
        return call;
    }

    /// Everything it had under way is gone; its clients notice a little later.
    void crash(Duration noticed) {
        world.trace.note("crash " + id);
        alive = false;
        crashed = true;
        world.time.after(noticed, () -> List.copyOf(calls).forEach(Journal.Call::lose));
    }

    /// Answers what it has taken, then ends.
    void stop(Runnable ended) {
        world.trace.note("stop " + id);
        lanes.stop(() -> {
            world.trace.note("stopped " + id);
            world.time.after(LINGER, () -> {
                alive = false;
                List.copyOf(calls).forEach(Journal.Call::lose);
                ended.run();
            });
        });
    }
}
