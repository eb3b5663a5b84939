package dev.parley.fanout;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.fanout.spi.RoomHolders.Holders;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks up which nodes hold rooms, one call for all that has gathered. Where the answer does not come in time, or
/// cannot be believed, the news take the way of the [RegistryFallback].
///
/// After [#MOST_FAILURES] in a row the registry is left alone for a second, so that one that hangs costs nothing but
/// that; meanwhile it is asked about no room once a second, so that a node without news notices too that it is
/// back. State is touched by the mailbox alone.
final class RegistryTargets implements Targets {

    static final Duration DEADLINE = Duration.ofMillis(250);
    static final int MOST_FAILURES = 3;
    static final Duration PAUSE = Duration.ofSeconds(1);

    /// What a registry says that has forgotten everything is not believed before the nodes had time to tell it anew.
    static final Duration SETTLING = Duration.ofSeconds(5);

    /// Calls that were given up and have not ended yet; beyond them none is begun.
    static final int MOST_CALLS = 4;

    /// Rooms whose last known holders are kept.
    static final int MOST_KNOWN = 10_000;

    private static final Logger log = LoggerFactory.getLogger(RegistryTargets.class);
    private static final List<Channel> EVERYONE = List.of(new Channel.Everyone());

    private record Question(Set<RoomId> rooms, Consumer<Map<RoomId, List<Channel>>> found) {}

    private final NodeId self;
    private final RoomHolders holders;
    private final RegistryFallback fallback;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final FanoutObserver observer;
    private final Mailbox<Runnable> mailbox;
    private final RegistryGeneration generation = new RegistryGeneration();
    private final Map<Long, Question> open = new HashMap<>();
    private final Map<RoomId, List<Channel>> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RoomId, List<Channel>> eldest) {
            return size() > MOST_KNOWN;
        }
    };
    private long asked;
    private int calls;
    private int failures;
    private long leftAloneUntil;
    private long settledAt;
    private boolean probing;
    private volatile boolean failing;

    RegistryTargets(
            NodeId self,
            RoomHolders holders,
            RegistryFallback fallback,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            FanoutObserver observer) {
        this.self = self;
        this.holders = holders;
        this.fallback = fallback;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.observer = observer;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
        this.leftAloneUntil = clock.nanos();
        this.settledAt = clock.nanos();
    }

    @Override
    public void find(Set<RoomId> rooms, Consumer<Map<RoomId, List<Channel>>> found) {
        mailbox.tell(() -> onQuestion(new Question(rooms, found)));
    }

    @Override
    public boolean failing() {
        return failing;
    }

    private void onQuestion(Question question) {
        if (calls >= MOST_CALLS || clock.nanos() - leftAloneUntil < 0) {
            fallBack(question);
            return;
        }
        long number = ++asked;
        open.put(number, question);
        calls++;
        offload.run(() -> holders.holders(question.rooms()), result -> mailbox.tell(() -> onAnswer(number, result)));
        timers.after(DEADLINE, () -> mailbox.tell(() -> onDeadline(number)));
    }

    private void onDeadline(long number) {
        Question question = open.remove(number);
        if (question != null) {
            failed("no answer within " + DEADLINE.toMillis() + " ms");
            fallBack(question);
        }
    }

    private void onAnswer(long number, Result<Holders> result) {
        calls--;
        Question question = open.remove(number);
        switch (result) {
            case Offload.Done<Holders> done ->
                onHolders(done.value(), question == null ? List.of() : List.of(question));
            case Offload.Failed<Holders> failed -> {
                if (question != null) {
                    failed(failed.cause().toString());
                    fallBack(question);
                }
            }
        }
    }

    /// A late answer still tells the generation.
    private void onHolders(Holders answer, List<Question> questions) {
        if (generation.isOther(answer.generation())) {
            settledAt = clock.nanos() + SETTLING.toNanos();
        }
        for (Question question : questions) {
            failures = 0;
            failing = false;
            if (clock.nanos() - settledAt < 0) {
                fallBack(question);
            } else {
                question.found().accept(channels(question.rooms(), answer.nodes()));
            }
        }
    }

    private Map<RoomId, List<Channel>> channels(Set<RoomId> rooms, Map<RoomId, Set<NodeId>> nodes) {
        Map<RoomId, List<Channel>> channels = new HashMap<>();
        for (RoomId room : rooms) {
            List<Channel> others = nodes.getOrDefault(room, Set.of()).stream()
                    .filter(node -> !node.equals(self))
                    .<Channel>map(Channel.OfNode::new)
                    .toList();
            channels.put(room, others);
            known.put(room, others);
        }
        return channels;
    }

    private void failed(String reason) {
        if (++failures >= MOST_FAILURES) {
            if (!failing) {
                log.warn("The registry of rooms does not answer ({}); falling back to {}", reason, fallback);
            }
            failing = true;
            leftAloneUntil = clock.nanos() + PAUSE.toNanos();
            probeLater();
        }
    }

    private void probeLater() {
        if (!probing) {
            probing = true;
            timers.after(PAUSE, () -> mailbox.tell(this::probe));
        }
    }

    private void probe() {
        probing = false;
        if (failing) {
            onQuestion(new Question(Set.of(), _ -> {}));
            probeLater();
        }
    }

    private void fallBack(Question question) {
        observer.fellBack(question.rooms().size());
        Map<RoomId, List<Channel>> channels = new HashMap<>();
        for (RoomId room : question.rooms()) {
            channels.put(
                    room,
                    switch (fallback) {
                        case BROADCAST -> EVERYONE;
                        case CACHED -> known.getOrDefault(room, EVERYONE);
                        case REJECT -> List.of();
                    });
        }
        question.found().accept(channels);
    }
}
