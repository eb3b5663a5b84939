package dev.parley.bench.rest;

import dev.parley.bench.Progress;
import dev.parley.bench.http.HttpLoad;
import dev.parley.bench.load.Audit;
import dev.parley.bench.load.Ledger;
import dev.parley.bench.load.Rooms;
import dev.parley.bench.load.SqlRows;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Sample;
import dev.parley.bench.server.ServerUnderLoad;
import dev.parley.bench.server.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;

/// Publishes and posts to be discarded, in turn, over the same connections. After each round the log is compared with
/// what was acknowledged.
final class RestBench {

    static final String GENERATOR = "generator %";
    private static final String SERVER = "server µs/request";
    /// Messages of a whole run that are kept account of: far more than one core publishes meanwhile.
    private static final int LEDGER = 8_000_000;

    private final RestPlan plan;
    private final ServerUnderLoad server;
    private final String secret;
    private final Progress progress;
    private final Rooms rooms;
    private final Ledger ledger = new Ledger(LEDGER);
    private final Requests requests;
    private final SqlRows rows;
    private final List<Sample> published = new ArrayList<>();
    private final List<Sample> discarded = new ArrayList<>();
    private long verified;

    RestBench(RestPlan plan, ServerUnderLoad server, String secret, Progress progress) {
        this.plan = plan;
        this.server = server;
        this.secret = secret;
        this.progress = progress;
        this.rooms = new Rooms("rest-", plan.rooms());
        this.requests = new Requests(rooms, server.address(), tokens());
        this.rows = new SqlRows("jdbc:sqlite:" + server.database(), new Properties());
    }

    /// Each connection is somebody else's.
    private List<String> tokens() {
        return IntStream.range(0, plan.connections())
                .mapToObj(i -> Token.publisher(secret, "user" + i, rooms.prefix()))
                .toList();
    }

    /// Publishing first.
    List<Cell> run() {
        createRooms();
        try (var load = new HttpLoad(server.address(), plan.connections())) {
            progress.at("warming up: discarding");
            measure(load, new Discarding(requests), plan.warmUp());
            progress.at("warming up: publishing");
            publish(load, plan.warmUp());
            for (int round = 1; round <= plan.rounds(); round++) {
                round(load, "round " + round + " of " + plan.rounds() + ": ", round % 2 == 1);
            }
        }
        progress.done();
        String load = "%,d rooms, %d connections".formatted(plan.rooms(), plan.connections());
        return List.of(new Cell(load, "published", published), new Cell(load, "parsed and discarded", discarded));
    }

    /// Messages found in the store, those of the warm-up included.
    long verified() {
        return verified;
    }

    String storeVersion() {
        return rows.ask("select sqlite_version()");
    }

    private void createRooms() {
        progress.at("creating rooms");
        var creating = new Creating(new Requests(rooms, server.address(), List.of(Token.administrator(secret))), rooms);
        try (var load = new HttpLoad(server.address(), 1)) {
            load.run(creating, Duration.ofMinutes(1));
        }
    }

    private void round(HttpLoad load, String round, boolean publishFirst) {
        if (publishFirst) {
            progress.at(round + "publishing");
            published.add(publish(load, plan.length()));
        }
        progress.at(round + "discarding");
        discarded.add(measure(load, new Discarding(requests), plan.length()));
        if (!publishFirst) {
            progress.at(round + "publishing");
            published.add(publish(load, plan.length()));
        }
    }

    private Sample publish(HttpLoad load, Duration length) {
        var sample = measure(load, new Publishing(requests, ledger), length);
        progress.at("%,.0f/s published, looking all of them up".formatted(sample.perSecond()));
        var audit = new Audit(rooms, ledger);
        rows.read(rooms.prefix(), audit);
        verified = audit.complete();
        return sample;
    }

    private Sample measure(HttpLoad load, Answered exchange, Duration length) {
        Duration before = server.cpu();
        var run = load.run(exchange, length);
        double cpuMicros = server.cpu().minus(before).toNanos() / 1e3;
        Map<String, Double> also = new LinkedHashMap<>();
        also.put(SERVER, cpuMicros / Math.max(1, exchange.count()));
        also.put("server %", cpuMicros / (run.seconds() * 1e4));
        also.put(GENERATOR, run.busy() * 100);
        return new Sample(exchange.count(), run.seconds(), exchange.latency(), also);
    }
}
