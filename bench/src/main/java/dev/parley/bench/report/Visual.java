package dev.parley.bench.report;

import java.util.List;

/// A report and the pictures that belong to it.
public record Visual(Report report, List<Plot> plots) {

    public Visual {
        plots = List.copyOf(plots);
    }
}
