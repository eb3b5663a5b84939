package dev.parley.fanout.spi;

import dev.parley.fanout.Channel;
import java.util.function.Consumer;

/// Carries short messages between nodes, at most once: a doorbell. What it loses the log still has; what it loses
/// without a word ([BusListener]) is found later.
///
/// Order: what one thread publishes to one channel arrives there in that order. Nothing holds between channels or
/// publishers. A node that publishes to a channel it is subscribed to hears its own message through the broker like
/// everybody else: by that it knows that its connection carries something.
///
/// Threads: any thread may call, and no call blocks. What the bus calls back (the listener and the `done` of
/// [#subscribe]) comes one at a time, each seeing what the one before did, on any thread, perhaps before the
/// call that caused it has returned; it must not block and must not throw.
///
/// An implementer must not assume that ids are harmless in a subject or key, nor that the core calls again after
/// a failure: the bus connects, and connects again, by itself for ever.
public interface Bus {

    /// The longest message in bytes.
    int MAX_MESSAGE = 256 << 10;

    /// Messages that wait to be sent; beyond it the oldest is dropped and counted.
    int MAX_WAITING = 1_000;

    /// Begins to connect; call once. Returns at once, also when the broker is down. Attempts are at most 500 ms
    /// apart, jittered.
    void start(BusListener listener);

    /// Hands a message to the broker, or to a queue of at most [#MAX_WAITING] in front of it. What was taken and
    /// then dropped is counted in [BusHealth].
    ///
    /// @param message not changed afterwards by anybody
    /// @return false = not taken: not connected (nothing is kept for later), or longer than [#MAX_MESSAGE]
    boolean publish(Channel channel, byte[] message);

    /// Listens to a channel from now on; again for one that is subscribed is answered alike.
    ///
    /// @param done exactly once: true when the broker has confirmed the subscription on the connection that is
    ///     there at this moment, so that whatever is published from now on comes; false when it refused, did not
    ///     confirm within 2 s, the connection went, or there is none. After false nothing is subscribed
    void subscribe(Channel channel, Consumer<Boolean> done);

    /// Listens no more. A subscription that is not confirmed yet is answered false. Messages under way may still
    /// come for a moment.
    void unsubscribe(Channel channel);

    BusHealth health();

    /// Sends what waits, for 1 s at most, and ends the connection. Nothing is called back after this has returned,
    /// except the `done`s that are open, with false.
    void close();
}
