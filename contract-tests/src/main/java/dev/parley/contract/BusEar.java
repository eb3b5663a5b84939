package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.BusListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Writes down what a bus tells, and whether it ever told two things at once.
final class BusEar implements BusListener {

    sealed interface Heard {}

    record Message(Channel channel, String text) implements Heard {}

    record Connected() implements Heard {}

    record Disconnected() implements Heard {}

    record Interrupted() implements Heard {}

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Heard> all = new CopyOnWriteArrayList<>();
    private final AtomicBoolean inside = new AtomicBoolean();
    private final AtomicBoolean overlapped = new AtomicBoolean();
    private final List<Boolean> confirmations = new CopyOnWriteArrayList<>();
    private volatile Consumer<Heard> reaction = _ -> {};

    /// Does this within each call, too.
    void react(Consumer<Heard> with) {
        reaction = with;
    }

    @Override
    public void received(Channel channel, byte[] message) {
        hear(new Message(channel, new String(message, StandardCharsets.ISO_8859_1)));
    }

    @Override
    public void connected() {
        hear(new Connected());
    }

    @Override
    public void disconnected(String reason) {
        assertThat(reason).isNotBlank();
        hear(new Disconnected());
    }

    @Override
    public void interrupted(String reason) {
        hear(new Interrupted());
    }

    private void hear(Heard one) {
        during(() -> {
            all.add(one);
            reaction.accept(one);
        });
    }

    /// Any of the bus's calls back.
    void during(Runnable call) {
        if (!inside.compareAndSet(false, true)) {
            overlapped.set(true);
        }
        call.run();
        inside.set(false);
    }

    void confirmed(boolean done) {
        during(() -> confirmations.add(done));
    }

    List<Boolean> confirmations() {
        return List.copyOf(confirmations);
    }

    boolean overlapped() {
        return overlapped.get();
    }

    List<Heard> all() {
        return List.copyOf(all);
    }

    List<String> texts() {
        return all.stream()
                .filter(Message.class::isInstance)
                .map(heard -> ((Message) heard).text())
                .toList();
    }

    void awaitText(String text) {
        await().pollInterval(Duration.ofMillis(2)).atMost(PATIENCE).until(() -> texts().contains(text));
    }

    void awaitTexts(int count) {
        await().pollInterval(Duration.ofMillis(2))
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(texts()).hasSizeGreaterThanOrEqualTo(count));
    }

    void awaitConnected(int times) {
        awaitCount(new Connected(), times);
    }

    void awaitDisconnected(int times) {
        awaitCount(new Disconnected(), times);
    }

    private void awaitCount(Heard what, int times) {
        await().pollInterval(Duration.ofMillis(2))
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(all.stream().filter(what::equals)).hasSize(times));
    }
}
