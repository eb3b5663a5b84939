package dev.parley.adapters.memory;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusHealth;
import dev.parley.fanout.spi.BusListener;
import dev.parley.kernel.Mailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One node's end of a [MemoryBroker]. Whatever happens to it goes through its mailbox, which also calls back.
final class MemoryBus implements Bus {

    private static final Duration CONFIRMATION = Duration.ofSeconds(2);
    /// A broker that says nothing for so long counts as gone.
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final class Request {
        final Channel channel;
        final Consumer<Boolean> done;
        boolean answered;

        Request(Channel channel, Consumer<Boolean> done) {
            this.channel = channel;
            this.done = done;
        }
    }

    private final MemoryBroker broker;
    private final Mailbox<Runnable> mailbox;
    private final List<Request> requests = new ArrayList<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private volatile @Nullable BusListener listener;
    private volatile @Nullable MemoryConnection connection;
    private volatile boolean closed;
    private boolean cut;
    private boolean heardSinceLoss;

    MemoryBus(MemoryBroker broker, Executor executor) {
        this.broker = broker;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
    }

    @Override
    public void start(BusListener heard) {
        listener = heard;
        mailbox.tell(this::connect);
    }

    private void connect() {
        BusListener heard = listener;
        if (!cut && !closed && heard != null && connection == null) {
            connection = new MemoryConnection(this);
            connections.incrementAndGet();
            heard.connected();
        }
    }

    @Override
    public boolean publish(Channel channel, byte[] message) {
        MemoryConnection now = connection;
        if (now == null || message.length > MAX_MESSAGE) {
            return false;
        }
        if (!now.hanging()) {
            broker.publish(channel, message);
        }
        return true;
    }

    @Override
    public void subscribe(Channel channel, Consumer<Boolean> done) {
        mailbox.tell(() -> onSubscribe(new Request(channel, done)));
    }

    private void onSubscribe(Request request) {
        MemoryConnection now = connection;
        if (now == null) {
            request.done.accept(false);
            return;
        }
        requests.add(request);
        broker.later(CONFIRMATION, () -> mailbox.tell(() -> answer(request, now, false)));
        broker.later(broker.weather().subscribing(), () -> mailbox.tell(() -> reachBroker(request, now)));
    }

    private void reachBroker(Request request, MemoryConnection from) {
        if (!request.answered && from == connection && !from.hanging()) {
            broker.subscribe(request.channel, from);
            broker.later(broker.weather().confirming(), () -> mailbox.tell(() -> answer(request, from, true)));
        }
    }

    private void answer(Request request, MemoryConnection from, boolean confirmed) {
        if (request.answered) {
            return;
        }
        request.answered = true;
        requests.remove(request);
        boolean alive = confirmed && from == connection && !from.hanging();
        if (!alive) {
            broker.unsubscribe(request.channel, from);
        }
        request.done.accept(alive);
    }

    @Override
    public void unsubscribe(Channel channel) {
        mailbox.tell(() -> {
            MemoryConnection now = connection;
            if (now != null) {
                List.copyOf(requests).stream()
                        .filter(request -> request.channel.equals(channel))
                        .forEach(request -> answer(request, now, false));
                broker.unsubscribe(channel, now);
            }
        });
    }

    /// Told by the broker. What nobody has heard yet is bounded like what waits to be sent.
    void deliver(MemoryConnection to, Channel channel, byte[] message) {
        if (arrived.incrementAndGet() > MAX_WAITING) {
            arrived.decrementAndGet();
            dropped.incrementAndGet();
            mailbox.tell(this::reportLoss);
            return;
        }
        mailbox.tell(() -> {
            arrived.decrementAndGet();
            heardSinceLoss = true;
            BusListener heard = listener;
            if (to == connection && heard != null) {
                heard.received(channel, message);
            }
        });
    }

    /// Once for all that was lost between two messages that were heard.
    private void reportLoss() {
        BusListener heard = listener;
        if (heardSinceLoss && connection != null && heard != null) {
            heardSinceLoss = false;
            heard.interrupted("more messages than the node takes in");
        }
    }

    void cut() {
        mailbox.tell(() -> {
            cut = true;
            disconnect("the connection was cut");
        });
    }

    private void disconnect(String reason) {
        MemoryConnection gone = connection;
        BusListener heard = listener;
        if (gone != null && heard != null) {
            connection = null;
            broker.forget(gone);
            List.copyOf(requests).forEach(request -> answer(request, gone, false));
            heard.disconnected(reason);
        }
    }

    void mend() {
        mailbox.tell(() -> {
            cut = false;
            MemoryConnection now = connection;
            if (now != null) {
                now.hang(false);
            }
            connect();
        });
    }

    void hang() {
        mailbox.tell(() -> {
            MemoryConnection now = connection;
            if (now != null) {
                now.hang(true);
                broker.later(SILENCE, () -> mailbox.tell(() -> giveUp(now)));
            }
        });
    }

    private void giveUp(MemoryConnection silent) {
        if (silent == connection && silent.hanging()) {
            cut = true;
            disconnect("the broker does not answer");
        }
    }

    void interrupt() {
        mailbox.tell(() -> {
            BusListener heard = listener;
            if (connection != null && heard != null) {
                heard.interrupted("something was lost");
            }
        });
    }

    @Override
    public BusHealth health() {
        boolean connected = connection != null;
        String reason = connected || listener == null ? null : closed ? "closed" : "not connected to the broker";
        return new BusHealth(connected, reason, dropped.get(), connections.get());
    }

    @Override
    public void close() {
        closed = true;
        mailbox.tell(() -> {
            MemoryConnection gone = connection;
            if (gone != null) {
                connection = null;
                broker.forget(gone);
                List.copyOf(requests).forEach(request -> answer(request, gone, false));
            }
        });
    }
}
