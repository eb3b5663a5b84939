package dev.parley.faults;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A reader that drops its connection at random moments, comes back with the cursor it saw last, to another server if
/// there are several, and hears the rest once it is told to finish.
final class StreamReader {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LONGEST_CONNECTION = Duration.ofSeconds(3);
    private static final Duration LONGEST_ABSENCE = Duration.ofMillis(400);
    private static final int MOST_EVENTS = 60;

    /// What all readers of a run did.
    record Tally(
            LongAdder connections,
            LongAdder events,
            LongAdder beforeHello,
            LongAdder beforeEvents,
            LongAdder inReplay) {

        Tally() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }

        @Override
        public String toString() {
            return connections + " connections, " + events + " events heard; dropped " + beforeHello
                    + " times before hello, " + beforeEvents + " times before the first event, " + inReplay
                    + " times in a replay";
        }
    }

    private final List<Integer> ports;
    private final boolean socket;
    private final String room;
    private final String target;
    private final String token;
    private final Heard heard;
    private final SplittableRandom random;
    private final Tally tally;
    private final Thread thread;
    private volatile Map<String, Long> goal = Map.of();
    private volatile boolean ending;
    private volatile boolean abandoned;

    /// Of this connection.
    private long eventsLeft;

    private long events;
    private boolean replaying;

    /// The server of the last connection, as its place in the list.
    private int server;

    /// @param ports of the servers; each connection is to another one than the last
    /// @param multi whether by one stream of all rooms
    /// @param socket whether by WebSocket, which takes one room here
    StreamReader(
            List<Integer> ports,
            int number,
            List<String> rooms,
            boolean multi,
            boolean socket,
            SplittableRandom random,
            Heard.Everybody everybody,
            Tally tally) {
        String name = (multi ? "multi-" : socket ? "socket-" : "single-") + number;
        this.ports = List.copyOf(ports);
        this.server = number % ports.size();
        this.socket = socket;
        this.room = rooms.getFirst();
        this.target =
                multi ? "/v1/events?rooms=" + String.join(",", rooms) : "/v1/rooms/" + rooms.getFirst() + "/events";
        this.token = Tokens.of(name);
        this.heard = new Heard(name, rooms, multi, everybody);
        this.random = random;
        this.tally = tally;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// @param heads the seqs after which it has heard everything
    void finish(Map<String, Long> heads) {
        goal = heads;
        ending = true;
    }

    /// Keeps its connection from now on, until [#roam].
    void stay(Map<String, Long> heads) {
        goal = heads;
    }

    /// Drops its connections again as before.
    void roam() {
        goal = Map.of();
    }

    /// Whether it has heard everything up to where it was told to stay or finish.
    boolean complete() {
        return heard.reached(goal);
    }

    /// Whether it was told once where it is.
    boolean greeted() {
        return !heard.complete().isEmpty();
    }

    boolean ended() {
        return !thread.isAlive();
    }

    void abandon() {
        abandoned = true;
        thread.interrupt();
    }

    @Override
    public String toString() {
        return thread.getName() + " at " + heard.complete() + " of " + goal;
    }

    private boolean staying() {
        return !goal.isEmpty();
    }

    private boolean done() {
        return abandoned || (ending && heard.reached(goal));
    }

    private void run() {
        try {
            while (!done()) {
                connect();
                Pace.upTo(LONGEST_ABSENCE, random);
            }
        } catch (RuntimeException e) {
            heard.found("broke: " + e);
        }
    }

    private void connect() {
        heard.connected();
        try (Subscription stream = open()) {
            tally.connections().increment();
            listen(stream);
        } catch (IOException _) {
            // The server was killed, or is not up again.
        }
    }

    private Subscription open() throws IOException {
        server = ports.size() == 1 ? 0 : (server + 1 + random.nextInt(ports.size() - 1)) % ports.size();
        int port = ports.get(server);
        if (socket) {
            return SocketSubscription.open(port, room, token, heard.cursor());
        }
        var stream = SseSubscription.open(port, target, token, heard.cursor());
        if (stream.status() != 200) {
            heard.found("was answered " + stream.status());
            stream.close();
            throw new IOException("not answered with a stream");
        }
        return stream;
    }

    /// Drops when its time or its number of events is over, with a reset or in order.
    private void listen(Subscription stream) throws IOException {
        if (!staying() && random.nextInt(12) == 0) {
            tally.beforeHello().increment();
            return;
        }
        long until = System.nanoTime() + random.nextLong(LONGEST_CONNECTION.toNanos());
        eventsLeft = random.nextInt(4) == 0 ? 0 : random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(MOST_EVENTS);
        events = 0;
        replaying = true;
        while (!done() && (staying() || System.nanoTime() < until)) {
            Subscription.Told message;
            try {
                message = stream.next(Duration.ofMillis(200));
            } catch (SocketTimeoutException _) {
                continue;
            }
            if (message == null || !hear(message)) {
                break;
            }
        }
        if (random.nextBoolean()) {
            stream.reset();
        }
    }

    /// @return false when it is time to drop
    private boolean hear(Subscription.Told message) {
        JsonNode data = JSON.readTree(message.data());
        switch (message.event()) {
            case "hello" -> {
                heard.hello(message.id());
                if (eventsLeft == 0 && !staying()) {
                    tally.beforeEvents().increment();
                    return false;
                }
            }
            case "message" -> {
                event(message, data);
                if (events >= eventsLeft && !staying()) {
                    tally.inReplay().add(replaying ? 1 : 0);
                    return false;
                }
            }
            case "cursor" -> heard.moved(String.valueOf(message.id()));
            case "caught-up" -> replaying = false;
            case "reconnect" -> {
                return false;
            }
            default -> heard.found("was told " + message.event() + " " + message.data());
        }
        return true;
    }

    private void event(Subscription.Told message, JsonNode data) {
        events++;
        tally.events().increment();
        String raw = message.data();
        heard.event(
                data.get("room").asString(),
                data.get("epoch").asString(),
                data.get("seq").asLong(),
                message.id(),
                data.get("sender").asString() + " " + data.path("clientMsgId").asString("") + " "
                        + raw.substring(raw.indexOf("\"data\":") + "\"data\":".length(), raw.length() - 1));
    }
}
