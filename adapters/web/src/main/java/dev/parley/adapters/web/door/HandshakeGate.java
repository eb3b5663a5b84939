package dev.parley.adapters.web.door;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lets so many requests for streams of one event loop be decided at a time. When all clients come back at once, those
/// that are let in are done soon, instead of all being done late. On the loop only.
///
/// Whoever waits has a connection and is not read from, so the limit of connections is the limit here, and no more of
/// them come while anybody waits.
final class HandshakeGate {

    static final int MOST = 64;

    private final Listener listener;

    /// In the order in which they came.
    private final Set<Runnable> waiting = new LinkedHashSet<>();

    private int underWay;
    private boolean letting;
    private @Nullable Channel held;

    HandshakeGate(Listener listener) {
        this.listener = listener;
    }

    /// @param handshake runs now or later, and calls [#leave] once
    void enter(Channel channel, Runnable handshake) {
        waiting.add(handshake);
        letIn();
        if (!waiting.isEmpty() && held == null && channel.parent() != null) {
            held = channel.parent();
            listener.hold(held);
        }
    }

    /// @return whether it was still waiting, and does not run any more
    boolean giveUp(Runnable handshake) {
        boolean waited = waiting.remove(handshake);
        letGo();
        return waited;
    }

    void leave() {
        underWay--;
        letIn();
    }

    /// A handshake that is done at once calls [#leave] from within.
    private void letIn() {
        if (letting) {
            return;
        }
        letting = true;
        while (underWay < MOST && !waiting.isEmpty()) {
            Iterator<Runnable> first = waiting.iterator();
            Runnable handshake = first.next();
            first.remove();
            underWay++;
            handshake.run();
        }
        letting = false;
        letGo();
    }

    private void letGo() {
        if (waiting.isEmpty() && held != null) {
            listener.letGo(held);
            held = null;
        }
    }
}
