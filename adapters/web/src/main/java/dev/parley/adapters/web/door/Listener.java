package dev.parley.adapters.web.door;

import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/// Takes no more connections while handshakes wait on any loop: who is not let in waits in the system's queue, and is
/// not read from. Any thread.
final class Listener {

    private final AtomicInteger loopsInWhichSomeWait = new AtomicInteger();

    /// @param listening where the connections come from
    void hold(Channel listening) {
        loopsInWhichSomeWait.incrementAndGet();
        look(listening);
    }

    void letGo(Channel listening) {
        loopsInWhichSomeWait.decrementAndGet();
        look(listening);
    }

    /// One thread looks at the count, so that the last to look sees the last that was said.
    private void look(Channel listening) {
        try {
            listening.eventLoop().execute(() -> listening.config().setAutoRead(loopsInWhichSomeWait.get() == 0));
        } catch (RejectedExecutionException _) {
            // The server has stopped.
        }
    }
}
