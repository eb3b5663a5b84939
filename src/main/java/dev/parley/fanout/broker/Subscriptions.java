package dev.parley.fanout.broker;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.BrokerLink;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The channels of one connection: what was asked of the broker, and what it has confirmed. A name is
/// asked for once at a time, so that an answer can belong to nothing else, and at most [#WINDOW] wait
/// for an answer: the deadline of one begins when it is asked, and a new connection's thousands do not
/// make it late.
final class Subscriptions {

    static final int WINDOW = 512;

    private static final class Subscription {
        final String name;
        final Channel channel;
        final List<Consumer<Boolean>> waiting = new ArrayList<>();
        boolean asked;
        long askedAt;
        boolean confirmed;
        boolean wanted = true;

        Subscription(String name, Channel channel) {
            this.name = name;
            this.channel = channel;
        }
    }

    private final BrokerLink link;
    private final Answers answers;
    private final Map<String, Subscription> byName = new HashMap<>();
    private final Deque<Subscription> queued = new ArrayDeque<>();
    private final SequencedSet<Subscription> unanswered = new LinkedHashSet<>();

    /// Who asked is foreign code, told by somebody who survives it.
    @FunctionalInterface
    interface Answers {
        void tell(Consumer<Boolean> who, boolean confirmed);
    }

    Subscriptions(BrokerLink link, Answers answers) {
        this.link = link;
        this.answers = answers;
    }

    void subscribe(Channel channel, Consumer<Boolean> done, long now) {
        String name = ChannelNames.of(channel);
        Subscription subscription = byName.get(name);
        if (subscription == null) {
            subscription = new Subscription(name, channel);
            byName.put(name, subscription);
            queued.add(subscription);
        }
        if (subscription.confirmed) {
            answers.tell(done, true);
            return;
        }
        subscription.wanted = true;
        subscription.waiting.add(done);
        askNext(now);
    }

    private void askNext(long now) {
        while (unanswered.size() < WINDOW) {
            Subscription next = queued.poll();
            if (next == null) {
                return;
            }
            if (byName.get(next.name) == next) {
                next.asked = true;
                next.askedAt = now;
                unanswered.add(next);
                link.subscribe(next.name);
            }
        }
    }

    void unsubscribe(Channel channel) {
        Subscription subscription = byName.get(ChannelNames.of(channel));
        if (subscription == null) {
            return;
        }
        subscription.wanted = false;
        if (subscription.confirmed) {
            byName.remove(subscription.name);
            link.unsubscribe(subscription.name);
        } else if (!subscription.asked) {
            byName.remove(subscription.name);
        }
        answer(subscription, false);
    }

    void confirmed(String name, long now) {
        Subscription subscription = byName.get(name);
        if (subscription == null || !unanswered.remove(subscription)) {
            return;
        }
        if (subscription.wanted) {
            subscription.confirmed = true;
            answer(subscription, true);
        } else {
            byName.remove(name);
            link.unsubscribe(name);
        }
        askNext(now);
    }

    void refused(String name, long now) {
        Subscription subscription = byName.get(name);
        if (subscription != null && unanswered.remove(subscription)) {
            byName.remove(name);
            answer(subscription, false);
            askNext(now);
        }
    }

    /// How long the one that was asked first has been waiting; null = none waits.
    @Nullable
    Duration longestWait(long now) {
        return unanswered.isEmpty() ? null : Duration.ofNanos(now - unanswered.getFirst().askedAt);
    }

    /// The channel of a name whose messages are to be heard; null = it is not wanted any more.
    @Nullable
    Channel channel(String name) {
        Subscription subscription = byName.get(name);
        return subscription == null || !subscription.wanted ? null : subscription.channel;
    }

    /// The connection is gone.
    void end() {
        List<Subscription> all = List.copyOf(byName.values());
        byName.clear();
        queued.clear();
        unanswered.clear();
        all.forEach(subscription -> answer(subscription, false));
    }

    private void answer(Subscription subscription, boolean confirmed) {
        List<Consumer<Boolean>> waiting = List.copyOf(subscription.waiting);
        subscription.waiting.clear();
        waiting.forEach(who -> answers.tell(who, confirmed));
    }
}
