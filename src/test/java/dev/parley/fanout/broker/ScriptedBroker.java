package dev.parley.fanout.broker;

import dev.parley.fanout.spi.Broker;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import dev.parley.kernel.Offload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A broker whose every answer is given by the test.
final class ScriptedBroker implements Broker {

    /// One attempt and, once it is accepted, its connection.
    static final class Attempt implements BrokerLink {
        final LinkEvents events;
        final Consumer<Offload.Result<BrokerLink>> done;
        final List<String> calls = new ArrayList<>();
        boolean closed;
        boolean breaks;

        Attempt(LinkEvents events, Consumer<Offload.Result<BrokerLink>> done) {
            this.events = events;
            this.done = done;
        }

        Attempt accept() {
            done.accept(new Offload.Done<>(this));
            return this;
        }

        void refuse(String reason) {
            done.accept(new Offload.Failed<>(new IOException(reason)));
        }

        @Override
        public void subscribe(String name) {
            if (breaks) {
                throw new IllegalStateException("the client is broken");
            }
            calls.add("subscribe " + name);
        }

        @Override
        public void unsubscribe(String name) {
            calls.add("unsubscribe " + name);
        }

        @Override
        public void publish(String name, byte[] message) {
            calls.add("publish " + new String(message, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void ping() {
            calls.add("ping");
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    final List<Attempt> attempts = new ArrayList<>();

    @Override
    public void connect(LinkEvents events, Consumer<Offload.Result<BrokerLink>> done) {
        attempts.add(new Attempt(events, done));
    }

    Attempt last() {
        return attempts.getLast();
    }
}
