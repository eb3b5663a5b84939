package dev.parley.bench.report;

import java.util.List;

/// Lines over two axes.
///
/// @param from where on the x axis the part begins that counts; the same as `to` when everything does
public record Plot(String title, Scale x, Scale y, List<Line> lines, double from, double to) {

    public Plot {
        lines = List.copyOf(lines);
    }

    public record Line(String name, List<Point> points) {

        public Line {
            points = List.copyOf(points);
        }
    }

    public record Point(double x, double y) {}
}
