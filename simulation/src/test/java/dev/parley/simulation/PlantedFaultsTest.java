package dev.parley.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.CommitListener;
import dev.parley.log.LogPage;
import dev.parley.log.NewEvent;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.RoomTerms;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The checker is only worth something if it finds faults. Each test plants one between two parts; some run has to
/// notice it by the rule that is meant for it.
class PlantedFaultsTest {

    private static final int RUNS = 60;
    private static final int SOUND_RUNS = 20;

    private static void isFound(Wiring fault, String rule) {
        assertThat(LongStream.range(0, RUNS)
                        .mapToObj(seed -> Simulation.run(seed, false, fault))
                        .flatMap(verdict -> verdict.violations().stream())
                        .anyMatch(violation -> violation.contains(rule)))
                .as("a violation of: %s", rule)
                .isTrue();
    }

    private interface LogFault extends Wiring {
        List<Settled> append(RoomLog log, VirtualTime time, List<Append> batch, RoomLog.Patience patience);

        @Override
        default RoomLog log(RoomLog log, VirtualTime time) {
            return new ForwardingRoomLog(log) {
                @Override
                public List<Settled> append(List<Append> batch, Patience patience) {
                    return LogFault.this.append(log, time, batch, patience);
                }
            };
        }
    }

    private static Append withId(Append item, String id) {
        return new Append(
                item.room(),
                item.author(),
                new ClientMessageId(id),
                item.hash(),
                item.event(),
                item.change(),
                item.terms());
    }

    @Test
    void anAnswerBeforeTheCommitIsFound() {
        LogFault fault = (log, time, batch, patience) -> {
            List<Settled> promised = new ArrayList<>();
            for (Append item : batch) {
                if (item.event() == null
                        || !(log.page(item.room(), new PageRequest.Newest(), 1)
                                instanceof LogPage.Rows(var epoch, var first, var head, var now, var events))) {
                    return log.append(batch, patience);
                }
                var event = item.event();
                promised.add(new Appended(
                        new Event(
                                item.room(),
                                new Position(epoch, head + 1 + promised.size()),
                                event.type(),
                                event.tier(),
                                item.author(),
                                item.clientMsgId(),
                                now,
                                event.data(),
                                event.ref(),
                                null),
                        false));
            }
            time.after(Duration.ofMillis(5), () -> {
                try {
                    log.append(batch, patience);
                } catch (RuntimeException _) {
                    // Nobody would ever know.
                }
            });
            return promised;
        };
        isFound(fault, "what was acknowledged is in the log");
    }

    @Test
    void aRetryWithAFreshIdIsFound() {
        Set<Append> tried = new HashSet<>();
        int[] fresh = {0};
        LogFault fault = (log, _, batch, patience) -> log.append(
                batch.stream()
                        .map(item -> tried.add(item) ? item : withId(item, "fresh" + ++fresh[0]))
                        .toList(),
                patience);
        isFound(fault, "a message is stored once");
    }

    @Test
    void anItemThatGetsLostInItsBatchIsFound() {
        LogFault fault = (log, _, batch, patience) -> {
            if (batch.size() < 3) {
                return log.append(batch, patience);
            }
            List<Append> rest = new ArrayList<>(batch);
            rest.remove(1);
            List<Settled> results = new ArrayList<>(log.append(rest, patience));
            results.add(1, results.getFirst());
            return results;
        };
        isFound(fault, "what was acknowledged was sent");
    }

    @Test
    void aRepeatThatIsNumberedAgainIsFound() {
        int[] fresh = {0};
        LogFault fault = (log, _, batch, patience) -> {
            List<Settled> results = new ArrayList<>(log.append(batch, patience));
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i) instanceof Appended(var event, var duplicate) && duplicate) {
                    results.set(
                            i,
                            log.append(List.of(withId(batch.get(i), "twice" + ++fresh[0])), patience)
                                    .getFirst());
                }
            }
            return results;
        };
        isFound(fault, "a message is stored once");
    }

    @Test
    void rulesThatAreNotComparedAreFound() {
        LogFault fault = (log, _, batch, patience) -> {
            List<Settled> results = new ArrayList<>(log.append(batch, patience));
            for (int i = 0; i < results.size(); i++) {
                Append item = batch.get(i);
                for (int tries = 0; tries < 200 && results.get(i) instanceof RulesMoved; tries++) {
                    RoomTerms terms = item.terms();
                    item = item.withTerms(new RoomTerms(
                            terms.life(), terms.rules() + 1, terms.inboundPerSecond(), terms.retention()));
                    results.set(i, log.append(List.of(item), patience).getFirst());
                }
            }
            return results;
        };
        isFound(fault, "a frozen room takes no messages");
    }

    @Test
    void aTransactionThatCommitsAndClaimsThatItDidNotIsFound() {
        LogFault fault = (log, _, batch, patience) -> {
            try {
                return log.append(batch, patience);
            } catch (OutcomeUnknownException e) {
                throw new StoreUnavailableException("surely not", e);
            }
        };
        isFound(fault, "a node tells what it committed:");
    }

    @Test
    void itemsOfARoomThatChangePlacesAreFound() {
        LogFault fault = (log, _, batch, patience) -> {
            List<Append> turned = batch.reversed();
            return log.append(turned, patience).reversed();
        };
        isFound(fault, "a node keeps the order it was given");
    }

    private static Append unlimited(Append item) {
        RoomTerms terms = item.terms();
        return item.withTerms(new RoomTerms(terms.life(), terms.rules(), 0, terms.retention()));
    }

    @Test
    void whatIsTakenOverTheLimitIsFound() {
        isFound(
                new StoreLimit((store, item) -> store.append(List.of(unlimited(item)), RoomLog.Patience.WAIT)
                        .getFirst()),
                "nothing over the limit is in the log");
    }

    @Test
    void whatLowTakesOfTheOthersHalfIsFound() {
        isFound(
                new StoreLimit((store, item) -> store.append(List.of(asHigh(item)), RoomLog.Patience.WAIT)
                        .getFirst()),
                "nothing over the limit is in the log");
    }

    private static Append asHigh(Append item) {
        NewEvent event = item.event();
        if (event == null || event.tier() != Tier.LOW) {
            return item;
        }
        var raised = new NewEvent(event.type(), Tier.HIGH, event.ttlMs(), event.ref(), event.data());
        return new Append(
                item.room(), item.author(), item.clientMsgId(), item.hash(), raised, item.change(), item.terms());
    }

    @Test
    void aRefusalWithinTheLimitIsFound() {
        int[] items = {0};
        isFound(
                new StoreLimit((store, item) -> item.terms().inboundPerSecond() > 0 && ++items[0] % 5 == 0
                        ? new OverLimit(Duration.ofMillis(10))
                        : store.append(List.of(item), RoomLog.Patience.WAIT).getFirst()),
                "who is refused is over the limit");
    }

    /// Decides item by item, as the fault has it.
    private record StoreLimit(BiFunction<RoomLog, Append, Settled> fault) implements Wiring {

        @Override
        public RoomLog store(RoomLog store) {
            return new ForwardingRoomLog(store) {
                @Override
                public List<Settled> append(List<Append> batch, Patience patience) {
                    return batch.stream().map(item -> fault.apply(store, item)).toList();
                }
            };
        }
    }

    @Test
    void aSeqThatIsBurntIsFound() {
        isFound(new StoreFault(1, 0), "the next seq is one more");
    }

    @Test
    void aClockThatFallsInTheLogIsFound() {
        isFound(new StoreFault(0, 10_000), "ts does not fall");
    }

    @Test
    void aPageWithAHoleIsFound() {
        isFound(
                new Wiring() {
                    @Override
                    public RoomLog log(RoomLog log, VirtualTime time) {
                        return new ForwardingRoomLog(log) {
                            @Override
                            public LogPage page(RoomId room, PageRequest from, int limit) {
                                return holed(super.page(room, from, limit));
                            }
                        };
                    }
                },
                "a page shows the log without a hole");
    }

    private static LogPage holed(LogPage page) {
        return page instanceof LogPage.Rows(var epoch, var first, var head, var now, var events) && events.size() > 2
                ? new LogPage.Rows(epoch, first, head, now, List.of(events.getFirst(), events.getLast()))
                : page;
    }

    @Test
    void aListenerThatHearsInTheWrongOrderIsFound() {
        isFound(
                new ListenerFault(listener -> (room, retention, events) -> {
                    List<Event> turned = new ArrayList<>(events);
                    Collections.reverse(turned);
                    listener.committed(room, retention, turned);
                }),
                "a node tells in seq order");
    }

    @Test
    void aCommitThatIsNotToldIsFound() {
        isFound(
                new ListenerFault(listener -> (room, retention, events) -> {
                    if (events.getFirst().seq() % 7 != 0) {
                        listener.committed(room, retention, events);
                    }
                }),
                "a node tells what it committed:");
    }

    @Test
    void anAnswerThatIsGivenTwiceIsFound() {
        isFound(
                new Wiring() {
                    @Override
                    public <A> Consumer<A> answer(Consumer<A> client) {
                        int[] calls = {0};
                        return answer -> {
                            client.accept(answer);
                            if (++calls[0] % 50 == 0 || answer.hashCode() % 50 == 0) {
                                client.accept(answer);
                            }
                        };
                    }
                },
                "one answer");
    }

    @Test
    void anAnswerThatNeverComesIsFound() {
        int[] calls = {0};
        isFound(
                new Wiring() {
                    @Override
                    public Offload offload(Offload offload) {
                        return new Offload() {
                            @Override
                            public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
                                offload.run(call, ++calls[0] % 500 == 0 ? _ -> {} : callback);
                            }
                        };
                    }
                },
                "in calm weather everything is taken");
    }

    /// Changes what the store writes into each room from its tenth event on.
    ///
    /// @param burnt seqs left out
    /// @param back ms by which the clock is set back
    private record StoreFault(long burnt, long back) implements Wiring {

        @Override
        public RoomLog store(RoomLog store) {
            return new ForwardingRoomLog(store) {
                @Override
                public List<Settled> append(List<Append> batch, Patience patience) {
                    return super.append(batch, patience).stream()
                            .map(StoreFault.this::shifted)
                            .toList();
                }
            };
        }

        private Settled shifted(Settled result) {
            if (!(result instanceof Appended(var event, var duplicate)) || event.seq() < 10) {
                return result;
            }
            var position = new Position(event.position().epoch(), event.seq() + burnt);
            return new Appended(
                    new Event(
                            event.room(),
                            position,
                            event.type(),
                            event.tier(),
                            event.author(),
                            event.clientMsgId(),
                            event.ts() - back,
                            event.data(),
                            event.ref(),
                            event.expiresAt()),
                    duplicate);
        }
    }

    private record ListenerFault(UnaryOperator<CommitListener> fault) implements Wiring {

        @Override
        public CommitListener listener(CommitListener listener) {
            CommitListener faulty = fault.apply(listener);
            return new CommitListener() {
                @Override
                public void committed(RoomId room, Retention retention, List<Event> events) {
                    faulty.committed(room, retention, events);
                }

                @Override
                public void uncertain(RoomId room) {
                    listener.uncertain(room);
                }
            };
        }
    }

    @Test
    void withoutAFaultNothingIsFound() {
        assertThat(LongStream.range(0, SOUND_RUNS).mapToObj(Simulation::run))
                .allSatisfy(verdict -> assertThat(verdict.violations()).isEmpty());
    }
}
