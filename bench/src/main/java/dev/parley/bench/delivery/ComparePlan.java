package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.NchanKind;
import dev.parley.bench.peer.PeerKind;
import dev.parley.bench.peer.SocketIoKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What one comparison does.
///
/// @param load the same for everybody, with events of the same size
/// @param rounds that count, of everybody in turn
/// @param kinds with whom Parley is compared
/// @param demanded whether all of them have to be there
record ComparePlan(LoadPlan load, int rounds, List<PeerKind> kinds, boolean demanded) {

    static final Set<String> SWITCHES = Set.of();
    static final Set<String> SETTINGS = Set.of(
            "--connections",
            "--rooms",
            "--rate",
            "--seconds",
            "--warm-up",
            "--drain",
            "--frame",
            "--open-burst",
            "--publishers",
            "--rounds",
            "--peers",
            "--peer-folder",
            "--server-flags",
            "--server-arguments",
            "--json",
            "--html",
            "--max-cpu-ratio",
            "--max-p99-ratio");

    private static final int FRAME = 300;
    private static final String FOLDER = "bench/target/peers";

    static ComparePlan of(Arguments arguments) {
        List<PeerKind> known = List.of(
                new NchanKind(),
                new SocketIoKind(Path.of(arguments.text("--peer-folder").orElse(FOLDER))));
        Optional<String> names = arguments.text("--peers");
        LoadPlan load = LoadPlan.of(arguments);
        return new ComparePlan(
                load.withFrame(arguments.count("--frame", FRAME)),
                arguments.count("--rounds", 5),
                names.map(some -> chosen(known, some)).orElse(known),
                names.isPresent());
    }

    private static List<PeerKind> chosen(List<PeerKind> known, String names) {
        return List.of(names.split(",")).stream()
                .map(name -> known.stream()
                        .filter(kind -> kind.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> BenchFailure.cannotRun("there is no peer '" + name
                                + "'; --peers takes some of "
                                + String.join(
                                        ", ", known.stream().map(PeerKind::name).toList()) + ".")))
                .toList();
    }
}
