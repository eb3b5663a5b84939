package dev.parley.bench.delivery;

import dev.parley.bench.Bench;
import dev.parley.bench.server.JavaCommand;
import dev.parley.bench.stream.Companion;
import dev.parley.bench.stream.Shape;
import java.util.ArrayList;
import java.util.List;

/// Divides the connections of a plan among processes; this one takes the first share.
record Shares(LoadPlan plan, Subject subject) {

    private int begin(int process) {
        return (int) ((long) plan.shape().connections() * process / plan.processes());
    }

    private Shape share(int process) {
        var all = plan.shape();
        int first = begin(process);
        return new Shape(all.rooms(), first, begin(process + 1) - first, all.burst(), all.stalled(), all.slow());
    }

    Shape own() {
        return share(0);
    }

    /// Starts the others.
    List<Companion> start() {
        List<Companion> companions = new ArrayList<>();
        for (int process = 1; process < plan.processes(); process++) {
            Shape share = share(process);
            companions.add(Companion.start(command(process, share), subject.credentials(), share.connections()));
        }
        return companions;
    }

    private List<String> command(int process, Shape share) {
        List<String> command = new ArrayList<>(JavaCommand.of(Bench.class, List.of()));
        command.addAll(List.of(
                ShareCommand.NAME,
                "--url=http://" + subject.address().getHostString() + ":"
                        + subject.address().getPort(),
                "--protocol=" + plan.protocol().word(),
                "--room-prefix=" + share.rooms().prefix(),
                "--rooms=" + share.rooms().count(),
                "--rooms-per-connection=" + share.rooms().each(),
                "--process=" + process,
                "--first=" + share.first(),
                "--connections=" + share.connections(),
                "--open-burst=" + share.burst()));
        return command;
    }
}
