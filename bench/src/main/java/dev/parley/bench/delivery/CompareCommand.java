package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.Progress;
import dev.parley.bench.peer.ParleyPeer;
import dev.parley.bench.peer.Peer;
import dev.parley.bench.peer.PeerKind;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Visual;
import dev.parley.bench.server.Cores;
import dev.parley.bench.stream.SourceAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `./parley bench compare`: the same load against Parley and others, in turn, round by round.
public final class CompareCommand {

    public static final Set<String> SWITCHES = ComparePlan.SWITCHES;
    public static final Set<String> SETTINGS = ComparePlan.SETTINGS;

    private final ComparePlan plan;
    private final Path folder;
    private final Progress progress;
    private final List<String> before;
    /// All rounds together take new addresses: ports that were just closed are not free at once.
    private final SourceAddresses addresses =
            new SourceAddresses(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<Contender> contenders = new ArrayList<>();
    private final Map<String, String> absent = new LinkedHashMap<>();

    private CompareCommand(ComparePlan plan, Path folder, Progress progress, List<String> before) {
        this.plan = plan;
        this.folder = folder;
        this.progress = progress;
        this.before = before;
    }

    /// @param folder an empty one for everything that is stored
    public static Visual run(Arguments arguments, Path folder, Progress progress) {
        ComparePlan plan = ComparePlan.of(arguments);
        var machine = Machine.inspect(folder);
        Optional<Cores> cores = Cores.divide();
        cores.ifPresent(Cores::takeGenerators);
        var command = new CompareCommand(
                plan, folder, progress, cores.map(Cores::serverCommand).orElse(List.of()));
        try {
            command.start();
            command.rounds();
            return new Comparison(plan, machine, cores, command.contenders, command.absent).visual(arguments);
        } finally {
            command.contenders.forEach(contender -> contender.peer().close());
            progress.done();
        }
    }

    private void start() {
        for (PeerKind kind : plan.kinds()) {
            progress.at("starting " + kind.name());
            Optional<Peer> peer = kind.start(place(kind.name()), before, connections());
            if (peer.isPresent()) {
                contenders.add(new Contender(kind.name(), peer.get(), addresses));
            } else {
                missing(kind);
            }
        }
        if (contenders.isEmpty()) {
            throw BenchFailure.cannotRun(
                    "there is nobody to compare with; install one of them:\n  " + String.join("\n  ", absent.values()));
        }
        progress.at("starting Parley");
        var load = plan.load();
        Peer parley =
                ParleyPeer.start(place("parley"), before, load.serverFlags(), load.serverArguments(), connections());
        contenders.addFirst(new Contender("Parley", parley, addresses));
    }

    private void missing(PeerKind kind) {
        if (plan.demanded()) {
            throw BenchFailure.cannotRun(kind.name() + " is not installed: " + kind.installation());
        }
        absent.put(kind.name(), kind.installation());
    }

    private Path place(String name) {
        try {
            return Files.createDirectory(folder.resolve(name));
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the folder for temporary files cannot be used: " + e + ".");
        }
    }

    private int connections() {
        return plan.load().shape().connections();
    }

    /// The first round of everybody warms up and does not count. Each round begins with somebody else.
    private void rounds() {
        for (int round = 0; round <= plan.rounds(); round++) {
            String name = round == 0 ? "warming up, " : "round " + round + " of " + plan.rounds() + ", ";
            List<Contender> order = new ArrayList<>(contenders);
            Collections.rotate(order, -round);
            for (Contender contender : order) {
                contender.round(round, plan.load(), round > 0, line -> progress.at(name + line));
            }
        }
    }
}
