package dev.parley.adapters.nats;

import dev.parley.fanout.spi.LinkEvents;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What jnats tells of one connection, in the bus's words. Called on jnats' own threads. Until the
/// connection is there it only remembers what went wrong last: jnats may have another address to try.
final class NatsEvents implements ConnectionListener, ErrorListener {

    private static final Pattern REFUSED_SUBJECT =
            Pattern.compile("permissions violation for subscription to \"([^\"]+)\".*", Pattern.CASE_INSENSITIVE);
    private static final Pattern REFUSED_MESSAGE =
            Pattern.compile("permissions violation for publish to .*", Pattern.CASE_INSENSITIVE);

    private final LinkEvents events;
    private volatile boolean open;
    private volatile String trouble = "NATS cannot be reached";

    NatsEvents(LinkEvents events) {
        this.events = events;
    }

    /// From now on trouble is trouble.
    void opened() {
        open = true;
    }

    /// The last that went wrong.
    String trouble() {
        return trouble;
    }

    private void lost(String reason) {
        trouble = reason;
        if (open) {
            events.lost(reason);
        }
    }

    @Override
    public void connectionEvent(Connection connection, Events event) {
        if (event == Events.CLOSED || event == Events.DISCONNECTED) {
            lost("NATS has ended the connection");
        }
    }

    /// After an error that is not understood nothing on this connection can be relied on: the PONG
    /// comes all the same.
    @Override
    public void errorOccurred(Connection connection, String error) {
        Matcher refused = REFUSED_SUBJECT.matcher(error);
        if (refused.matches()) {
            events.refused(refused.group(1), error);
        } else if (REFUSED_MESSAGE.matcher(error).matches()) {
            events.interrupted(error);
        } else {
            lost("NATS says: " + error);
        }
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception failure) {
        lost("the connection to NATS failed: " + failure.getMessage());
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
        events.interrupted("messages came faster than they were taken");
    }

    @Override
    public void messageDiscarded(Connection connection, Message message) {
        events.interrupted("a message was dropped before it was sent");
    }
}
