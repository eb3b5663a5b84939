package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.Progress;
import dev.parley.bench.live.LiveLoad;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Mode;
import dev.parley.bench.peer.Access;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.peer.ParleyPeer;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Visual;
import dev.parley.bench.server.Cores;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.SourceAddresses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `./parley bench live`: a live room is flooded while many watch.
public final class LiveCommand {

    public static final Set<String> SWITCHES = LivePlan.SWITCHES;
    public static final Set<String> SETTINGS = LivePlan.SETTINGS;

    private LiveCommand() {}

    /// What one way of delivering gave.
    record Run(Mode mode, Connected connected, LiveOutcome outcome) {}

    /// @param folder an empty one for everything that is stored
    public static Visual run(Arguments arguments, Path folder, Progress progress) {
        LivePlan plan = LivePlan.of(arguments);
        var machine = Machine.inspect(folder);
        Optional<Subject> running = Subjects.running(arguments, plan.flood().senders());
        if (running.isPresent()) {
            return flood(arguments, plan, machine, running.get(), progress);
        }
        Optional<Cores> cores = Cores.divide();
        cores.ifPresent(Cores::takeGenerators);
        progress.at("starting the server");
        List<String> before = cores.map(Cores::serverCommand).orElse(List.of());
        try (var server =
                ParleyPeer.start(folder, before, plan.serverFlags(), plan.serverArguments(), plan.connections())) {
            return flood(arguments, plan, machine, subject(plan, server, cores), progress);
        }
    }

    private static Subject subject(LivePlan plan, ParleyPeer server, Optional<Cores> cores) {
        int people = plan.shape().connections() + plan.flood().senders();
        return new Subject(
                server.server().address(),
                server.server().figures().pids(),
                Access.signed(server.secret(), plan.prefix(), 0, people),
                Map.of(),
                "its own process, " + LoadCommand.place(cores)
                        + "; SQLite with every commit forced to disk, a signed token for everybody");
    }

    private static Visual flood(
            Arguments arguments, LivePlan plan, Machine machine, Subject subject, Progress progress) {
        List<Run> runs = new ArrayList<>();
        try {
            for (int i = 0; i < plan.modes().size(); i++) {
                runs.add(flood(plan, plan.modes().get(i), plan.prefix() + i + "-", subject, progress));
            }
        } finally {
            progress.done();
        }
        return new LiveReport(plan, machine, subject, runs).visual(arguments);
    }

    private static Run flood(LivePlan plan, Mode mode, String prefix, Subject subject, Progress progress) {
        var room = new ParleyLive(
                subject.address(), prefix, subject.access(), plan.shape().connections());
        room.create(plan.roomSettings());
        var addresses = new SourceAddresses(subject.address(), 0);
        try (var load =
                new LiveLoad(room, mode, plan.shape(), plan.flood(), addresses, subject.figures(), progress::at)) {
            progress.at("opening the streams of all viewers");
            Connected connected = load.connect();
            return new Run(mode, connected, load.run());
        }
    }
}
