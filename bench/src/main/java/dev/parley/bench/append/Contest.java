package dev.parley.bench.append;

import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The ways that are compared over one load on one store, and what their rounds gave.
final class Contest {

    private final StoreUnderLoad store;
    private final Load load;
    private final Map<Way, List<Sample>> samples = new LinkedHashMap<>();

    Contest(StoreUnderLoad store, Load load, int writers, boolean compared) {
        this.store = store;
        this.load = load;
        samples.put(new LanesWay(load.inFlight()), new ArrayList<>());
        if (compared) {
            samples.put(new OneByOneWay(writers), new ArrayList<>());
        }
    }

    StoreUnderLoad store() {
        return store;
    }

    Load load() {
        return load;
    }

    List<Way> ways() {
        return List.copyOf(samples.keySet());
    }

    String name() {
        return store.name() + ", " + load.name();
    }

    void add(Way way, Sample sample) {
        samples.getOrDefault(way, List.of()).add(sample);
    }

    /// The lanes first.
    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        samples.forEach((way, rounds) -> cells.add(new Cell(name(), way.name(), rounds)));
        return cells;
    }

    List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        Cell lanes = cells().getFirst();
        boolean held = store.name().equals("postgres");
        if (samples.size() > 1) {
            double times = lanes.times(cells().getLast());
            String what = name() + ", lanes to one transaction each";
            bars.add(
                    held ? Bar.binding(load.leastTimes(), what, times, Unit.TIMES) : Bar.told(what, times, Unit.TIMES));
        }
        if (held) {
            bars.add(Bar.against(load.leastPerSecond(), name() + ", lanes", lanes.perSecond(), Unit.PER_SECOND));
        }
        return bars;
    }
}
