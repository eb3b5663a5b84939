package dev.parley.fanout.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusListener;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BrokerBusTest {

    private static final String LOBBY = "parley.room.lobby";
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    private final ManualTime time = new ManualTime();
    private final ScriptedBroker broker = new ScriptedBroker();
    private final OneAfterTheOther tasks = new OneAfterTheOther();
    private final BrokerBus bus = new BrokerBus(broker, time, this::after, new Random(1), tasks);
    private final List<Runnable> late = new ArrayList<>();
    private boolean standing;
    private final List<String> heard = new ArrayList<>();
    private final List<Boolean> answers = new ArrayList<>();

    private final BusListener ear = new BusListener() {
        @Override
        public void received(Channel channel, byte[] message) {
            heard.add(text(message));
        }

        @Override
        public void connected() {
            heard.add("connected");
        }

        @Override
        public void disconnected(String reason) {
            heard.add("disconnected: " + reason);
        }

        @Override
        public void interrupted(String reason) {
            heard.add("interrupted");
        }
    };

    private static final class OneAfterTheOther implements Executor {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private boolean running;

        @Override
        public void execute(Runnable task) {
            waiting.add(task);
            if (!running) {
                running = true;
                while (!waiting.isEmpty()) {
                    waiting.remove().run();
                }
                running = false;
            }
        }
    }

    private void after(Duration delay, Runnable task) {
        time.after(delay, () -> {
            if (standing) {
                late.add(task);
            } else {
                task.run();
            }
        });
    }

    /// The whole node stands still meanwhile: all that becomes due comes at once afterwards.
    private void stall(Duration pause) {
        standing = true;
        time.advance(pause);
        standing = false;
        late.forEach(Runnable::run);
    }

    private static Channel room(String name) {
        return new Channel.OfRoom(new RoomId(name));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private ScriptedBroker.Attempt connected() {
        bus.start(ear);
        return broker.last().accept();
    }

    private void subscribe(String room) {
        bus.subscribe(room(room), answers::add);
    }

    private ScriptedBroker.Attempt subscribed() {
        ScriptedBroker.Attempt link = connected();
        subscribe("lobby");
        link.events.subscribed(LOBBY);
        return link;
    }

    @Test
    void itTriesForEverAndNeverWaitsLong() {
        bus.start(ear);
        for (int i = 1; i <= 50; i++) {
            assertThat(broker.attempts).hasSize(i);
            broker.last().refuse("nobody there");
            assertThat(bus.health().reason()).isEqualTo("nobody there");
            time.advance(LONGEST_WAIT);
        }
        broker.last().accept();
        assertThat(heard).containsExactly("connected");
        assertThat(bus.health().connected()).isTrue();
    }

    @Test
    void waitsDifferSoThatNodesDoNotComeAtOnce() {
        bus.start(ear);
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 20; i++) {
            broker.last().refuse("nobody there");
            int attempts = broker.attempts.size();
            long before = time.nanos();
            while (broker.attempts.size() == attempts) {
                time.advance(Duration.ofMillis(1));
            }
            waits.add(time.nanos() - before);
        }
        assertThat(waits.stream().distinct().count()).isGreaterThan(10);
    }

    @Test
    void anAttemptThatIsNotAnsweredIsGivenUpAndALateConnectionClosed() {
        bus.start(ear);
        ScriptedBroker.Attempt silent = broker.last();
        time.advance(Duration.ofSeconds(2).plus(LONGEST_WAIT));
        assertThat(broker.attempts).hasSize(2);

        silent.accept();
        assertThat(silent.closed).isTrue();
        assertThat(heard).isEmpty();
    }

    @Test
    void aSubscriptionIsConfirmedByTheBrokerAlone() {
        ScriptedBroker.Attempt link = connected();
        subscribe("lobby");
        assertThat(answers).isEmpty();
        link.events.subscribed("parley.room.garden");
        assertThat(answers).isEmpty();
        link.events.subscribed(LOBBY);
        assertThat(answers).containsExactly(true);
    }

    @Test
    void aConfirmationOfAnEarlierConnectionCountsForNothing() {
        ScriptedBroker.Attempt first = connected();
        subscribe("lobby");
        first.events.lost("cut");
        assertThat(answers).containsExactly(false);
        time.advance(LONGEST_WAIT);
        broker.last().accept();
        subscribe("lobby");
        first.events.subscribed(LOBBY);
        first.events.received(LOBBY, bytes("old"));
        first.events.interrupted("old");
        first.events.lost("old");
        time.advance(Duration.ofMillis(1_500));
        assertThat(first.calls).containsExactly("subscribe " + LOBBY);
        assertThat(answers).containsExactly(false);
        assertThat(heard).containsExactly("connected", "disconnected: cut", "connected");
    }

    @Test
    void aSwallowedConfirmationEndsTheConnectionAndLeavesOtherAnswersAlone() {
        ScriptedBroker.Attempt link = connected();
        subscribe("lobby");
        time.advance(Duration.ofMillis(1_500));
        answerPing(link);
        subscribe("garden");
        link.events.subscribed("parley.room.garden");
        assertThat(answers).containsExactly(true);

        time.advance(Duration.ofMillis(500));
        assertThat(answers).containsExactly(true, false);
        assertThat(link.closed).isTrue();
        assertThat(heard.getLast()).startsWith("disconnected: the broker has not confirmed");
    }

    private static void answerPing(ScriptedBroker.Attempt link) {
        link.events.answered();
    }

    @Test
    void aRefusedChannelIsAnsweredNoAndTheOthersStay() {
        ScriptedBroker.Attempt link = subscribed();
        subscribe("garden");
        link.events.refused("parley.room.garden", "not yours");
        link.events.subscribed("parley.room.garden");
        link.events.received(LOBBY, bytes("hello"));
        assertThat(answers).containsExactly(true, false);
        assertThat(heard).containsExactly("connected", "hello");
    }

    @Test
    void aChannelGivenBackAndWantedAgainBeforeTheAnswerIsAskedForOnce() {
        ScriptedBroker.Attempt link = connected();
        subscribe("lobby");
        bus.unsubscribe(room("lobby"));
        assertThat(answers).containsExactly(false);
        subscribe("lobby");
        link.events.subscribed(LOBBY);
        assertThat(answers).containsExactly(false, true);
        assertThat(link.calls).containsExactly("subscribe " + LOBBY);
    }

    @Test
    void aChannelGivenBackBeforeTheAnswerIsTakenBackAfterIt() {
        ScriptedBroker.Attempt link = connected();
        subscribe("lobby");
        bus.unsubscribe(room("lobby"));
        link.events.received(LOBBY, bytes("unheard"));
        link.events.subscribed(LOBBY);
        assertThat(link.calls).containsExactly("subscribe " + LOBBY, "unsubscribe " + LOBBY);
        assertThat(heard).containsExactly("connected");
    }

    @Test
    void thousandsOfChannelsAreAskedForAFewAtATime() {
        ScriptedBroker.Attempt link = connected();
        for (int i = 0; i < 2_000; i++) {
            subscribe("r" + i);
        }
        assertThat(link.calls).hasSize(Subscriptions.WINDOW);
        for (int i = 0; i < 2_000; i++) {
            link.events.subscribed("parley.room.r" + i);
            if (i % 500 == 0) {
                time.advance(Duration.ofMillis(900));
                answerPing(link);
            }
        }
        assertThat(answers).hasSize(2_000).doesNotContain(false);
    }

    @Test
    void aBrokerThatDoesNotAnswerCountsAsGoneWithinThreeSeconds() {
        ScriptedBroker.Attempt link = connected();
        time.advance(Duration.ofMillis(2_900));
        assertThat(bus.health().connected()).isTrue();
        time.advance(Duration.ofMillis(100));
        assertThat(bus.health().connected()).isFalse();
        assertThat(link.closed).isTrue();
        assertThat(heard).hasSize(2);
    }

    @Test
    void aBrokerThatAnswersIsLeftAlone() {
        ScriptedBroker.Attempt link = connected();
        for (int i = 0; i < 100; i++) {
            time.advance(Duration.ofMillis(500));
            answerPing(link);
        }
        assertThat(heard).containsExactly("connected");
        assertThat(link.calls).hasSize(50).containsOnly("ping");
    }

    @Test
    void aNodeThatStoodStillDoesNotBlameTheBroker() {
        ScriptedBroker.Attempt link = connected();
        time.advance(Duration.ofMillis(1_500));
        stall(Duration.ofSeconds(20));
        answerPing(link);
        time.advance(Duration.ofMillis(900));
        answerPing(link);
        assertThat(heard).containsExactly("connected");
    }

    @Test
    void soManyAreUnderWayAndTheOldestOfThoseThatWaitGo() {
        ScriptedBroker.Attempt link = connected();
        int all = BrokerLink.MAX_IN_FLIGHT + Bus.MAX_WAITING + 10;
        for (int i = 0; i < all; i++) {
            assertThat(bus.publish(room("lobby"), bytes("" + i))).isTrue();
        }
        assertThat(bus.health().dropped()).isEqualTo(10);
        assertThat(link.calls).isEqualTo(published(0, BrokerLink.MAX_IN_FLIGHT));
        link.calls.clear();
        link.events.sent(2);
        int oldest = BrokerLink.MAX_IN_FLIGHT + 10;
        assertThat(link.calls).isEqualTo(published(oldest, oldest + 2));
    }

    private static List<String> published(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "publish " + i).toList();
    }

    @Test
    void whatWaitsIsBoundedInBytesToo() {
        connected();
        var big = new byte[Bus.MAX_MESSAGE];
        for (int i = 0; i < BrokerLink.MAX_IN_FLIGHT + 100; i++) {
            bus.publish(room("lobby"), big);
        }
        assertThat(bus.health().dropped()).isEqualTo(100 - (16 << 20) / Bus.MAX_MESSAGE);
    }

    @Test
    void nothingGoesFromOneConnectionToTheNext() {
        ScriptedBroker.Attempt first = connected();
        for (int i = 0; i < 100; i++) {
            bus.publish(room("lobby"), bytes("" + i));
        }
        first.events.lost("cut");
        assertThat(bus.publish(room("lobby"), bytes("down"))).isFalse();
        time.advance(LONGEST_WAIT);
        ScriptedBroker.Attempt second = broker.last().accept();
        bus.publish(room("lobby"), bytes("up"));
        assertThat(second.calls).containsExactly("publish up");
        assertThat(bus.health().dropped()).isEqualTo(100 - BrokerLink.MAX_IN_FLIGHT);
    }

    @Test
    void whoHearsTooLittleIsToldOnceAndGoesOnWithWhatIsNew() {
        ScriptedBroker.Attempt link = subscribed();
        int many = BrokerConnection.MAX_UNHEARD + 5;
        tasks.execute(() -> IntStream.range(0, many).forEach(i -> link.events.received(LOBBY, bytes("" + i))));
        link.events.received(LOBBY, bytes("new"));
        assertThat(heard).containsExactly("connected", "interrupted", "new");
        assertThat(bus.health().dropped()).isEqualTo(many);
    }

    @Test
    void aClientLibraryThatThrowsEndsItsConnectionAlone() {
        ScriptedBroker.Attempt link = connected();
        link.breaks = true;
        subscribe("lobby");
        assertThat(answers).containsExactly(false);
        assertThat(heard.getLast()).startsWith("disconnected: the client failed");
        time.advance(LONGEST_WAIT);
        broker.last().accept();
        assertThat(heard.getLast()).isEqualTo("connected");
    }

    @Test
    void closingSendsWhatWaitsAndThenEnds() {
        ScriptedBroker.Attempt link = connected();
        bus.publish(room("lobby"), bytes("last"));
        var closed = new ArrayList<String>();
        bus.close(() -> closed.add("closed"));
        assertThat(closed).isEmpty();
        link.events.sent(1);
        assertThat(closed).containsExactly("closed");
        assertThat(link.closed).isTrue();
    }

    @Test
    void closingWaitsNoLongerThanASecondAndNothingIsCalledAfterwards() {
        ScriptedBroker.Attempt link = subscribed();
        subscribe("garden");
        bus.publish(room("lobby"), bytes("last"));
        var closed = new ArrayList<String>();
        bus.close(() -> closed.add("closed"));
        time.advance(Duration.ofSeconds(1));
        assertThat(closed).containsExactly("closed");
        assertThat(answers).containsExactly(true, false);
        link.events.received(LOBBY, bytes("late"));
        link.events.lost("late");
        time.advance(Duration.ofMinutes(1));
        assertThat(heard).containsExactly("connected");
        assertThat(broker.attempts).hasSize(1);
    }
}
