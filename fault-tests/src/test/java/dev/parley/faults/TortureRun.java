package dev.parley.faults;

import dev.parley.contract.PrivateNats;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.RunningBroker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// One way to run a fleet, and with what it is hurt in the short run.
record TortureRun(String mode, Broker broker, TortureFault fault) {

    private static final String REGISTRY = "registry";

    /// All of them.
    static final List<TortureRun> ALL = List.of(
            new TortureRun("broadcast", Broker.NATS, TortureFault.BROKER_RESTARTED),
            new TortureRun("broadcast", Broker.REDIS, TortureFault.FLUSHED),
            new TortureRun("rooms", Broker.NATS, TortureFault.CONNECTIONS_CUT),
            new TortureRun("rooms", Broker.REDIS, TortureFault.REPLY_SWALLOWED),
            new TortureRun("sharded", Broker.NATS, TortureFault.BROKER_HUNG),
            new TortureRun("sharded", Broker.REDIS, TortureFault.NODE_KILLED),
            new TortureRun("sharded", Broker.REDIS_SHARDED, TortureFault.BROKER_RESTARTED),
            new TortureRun(REGISTRY, Broker.NATS, TortureFault.NODE_KILLED),
            new TortureRun(REGISTRY, Broker.REDIS, TortureFault.FLUSHED));

    enum Broker {
        NATS("nats", "PONG"),
        REDIS("redis", "subscribe"),
        REDIS_SHARDED("redis", "subscribe");

        private final String bus;
        private final String confirmation;

        Broker(String bus, String confirmation) {
            this.bus = bus;
            this.confirmation = confirmation;
        }

        RunningBroker start() {
            return this == NATS ? PrivateNats.start() : PrivateRedis.start();
        }

        /// @param port where a server is to find it
        List<String> options(int port) {
            return this == NATS
                    ? List.of("--parley.bus=nats", "--parley.nats.url=nats://127.0.0.1:" + port)
                    : List.of(
                            "--parley.bus=redis",
                            "--parley.redis.url=redis://127.0.0.1:" + port,
                            "--parley.redis.pubsub=" + (this == REDIS ? "classic" : "sharded"));
        }

        /// Part of the answer that confirms a subscription.
        String confirmation() {
            return confirmation;
        }

        /// How many subscriptions of rooms the broker has, each node's counted.
        long roomSubscriptions(RunningBroker running) {
            List<String> rooms = running.channels().stream()
                    .filter(channel -> channel.startsWith("parley.room."))
                    .toList();
            return running instanceof PrivateRedis redis && !rooms.isEmpty() ? subscribers(redis, rooms) : rooms.size();
        }

        /// Redis names each channel once, and tells for each how many listen.
        private static long subscribers(PrivateRedis redis, List<String> channels) {
            String[] question = new String[channels.size() + 2];
            question[0] = "PUBSUB";
            question[1] = "NUMSUB";
            for (int i = 0; i < channels.size(); i++) {
                question[i + 2] = channels.get(i);
            }
            List<String> answer = redis.call(question);
            long count = 0;
            for (int i = 1; i < answer.size(); i += 2) {
                count += Long.parseLong(answer.get(i));
            }
            return count;
        }

        @Override
        public String toString() {
            return bus + (this == REDIS_SHARDED ? "-sharded" : "");
        }
    }

    /// @param part of a name such as `rooms/nats`
    static List<TortureRun> named(String part) {
        return ALL.stream()
                .filter(run -> run.toString().contains(part.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /// Whether the broker is not the Redis that it needs.
    boolean needsRedisBeside() {
        return broker == Broker.NATS && mode.equals(REGISTRY);
    }

    /// The stage of that name, and what differs from it.
    ///
    /// @param port where a server is to find the broker
    /// @param beside where it is to find the Redis beside it, if it needs one
    List<String> options(int port, int beside) {
        List<String> options = new ArrayList<>(broker.options(port));
        options.add("--parley.stage=" + mode);
        if (needsRedisBeside()) {
            options.add("--parley.redis.url=redis://127.0.0.1:" + beside);
        } else if (broker == Broker.NATS) {
            options.addAll(List.of("--parley.presence=sql", "--parley.nodes=sql"));
        }
        return options;
    }

    /// Those that this run can suffer.
    List<TortureFault> faults() {
        return Arrays.stream(TortureFault.values())
                .filter(fault -> fault != TortureFault.FLUSHED || broker != Broker.NATS)
                .toList();
    }

    @Override
    public String toString() {
        return mode + "/" + broker;
    }
}
