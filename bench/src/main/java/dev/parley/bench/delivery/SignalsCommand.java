package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.Progress;
import dev.parley.bench.live.Flood;
import dev.parley.bench.live.LiveLoad;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Mode;
import dev.parley.bench.peer.Access;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.peer.ParleyPeer;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Visual;
import dev.parley.bench.server.Cores;
import dev.parley.bench.stream.SourceAddresses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `./parley bench signals`: how late a room's messages are while many people type in it, against the same room in
/// which nobody does, round by round.
public final class SignalsCommand {

    public static final Set<String> SWITCHES = SignalsPlan.SWITCHES;
    public static final Set<String> SETTINGS = SignalsPlan.SETTINGS;

    private final SignalsPlan plan;
    private final Subject subject;
    private final Progress progress;
    private final SourceAddresses addresses;
    private int rooms;

    private SignalsCommand(SignalsPlan plan, Subject subject, Progress progress) {
        this.plan = plan;
        this.subject = subject;
        this.progress = progress;
        this.addresses = new SourceAddresses(subject.address(), 0);
    }

    /// One after the other.
    record Round(LiveOutcome quiet, LiveOutcome typing) {}

    /// @param folder an empty one for everything that is stored
    public static Visual run(Arguments arguments, Path folder, Progress progress) {
        SignalsPlan plan = SignalsPlan.of(arguments);
        var machine = Machine.inspect(folder);
        Optional<Subject> running = Subjects.running(arguments, plan.typing().senders());
        if (running.isPresent()) {
            return measure(arguments, plan, machine, running.get(), progress);
        }
        Optional<Cores> cores = Cores.divide();
        cores.ifPresent(Cores::takeGenerators);
        progress.at("starting the server");
        List<String> before = cores.map(Cores::serverCommand).orElse(List.of());
        try (var server =
                ParleyPeer.start(folder, before, plan.serverFlags(), plan.serverArguments(), plan.connections())) {
            return measure(arguments, plan, machine, subject(plan, server, cores), progress);
        }
    }

    private static Subject subject(SignalsPlan plan, ParleyPeer server, Optional<Cores> cores) {
        int people = plan.shape().connections() + plan.typing().senders();
        return new Subject(
                server.server().address(),
                server.server().figures().pids(),
                Access.signed(server.secret(), plan.prefix(), 0, people),
                Map.of(),
                "its own process, " + LoadCommand.place(cores));
    }

    private static Visual measure(
            Arguments arguments, SignalsPlan plan, Machine machine, Subject subject, Progress progress) {
        var command = new SignalsCommand(plan, subject, progress);
        List<Round> rounds = new ArrayList<>();
        try {
            for (int i = 0; i < plan.rounds(); i++) {
                rounds.add(new Round(command.watch(plan.quiet()), command.watch(plan.typing())));
            }
        } finally {
            progress.done();
        }
        return new SignalsReport(plan, machine, subject, rounds).visual(arguments);
    }

    private LiveOutcome watch(Flood flood) {
        var room = new ParleyLive(
                subject.address(),
                plan.prefix() + rooms++ + "-",
                subject.access(),
                plan.shape().connections());
        room.create(SignalsPlan.roomSettings());
        try (var load =
                new LiveLoad(room, Mode.push(), plan.shape(), flood, addresses, subject.figures(), progress::at)) {
            progress.at("opening the streams of all viewers");
            load.connect();
            return load.run();
        }
    }
}
