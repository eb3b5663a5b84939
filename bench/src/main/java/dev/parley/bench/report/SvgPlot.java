package dev.parley.bench.report;

import java.util.Locale;
import java.util.stream.Collectors;

/// Draws a plot as SVG; the colours are the page's.
final class SvgPlot {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 300;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int TOP = 34;
    private static final int BOTTOM = 46;
    private static final int LEGEND_STEP = 110;
    private static final int MOST_DOTS = 80;

    private final Plot plot;
    private final StringBuilder svg = new StringBuilder();

    private SvgPlot(Plot plot) {
        this.plot = plot;
    }

    static String draw(Plot plot) {
        return new SvgPlot(plot).draw();
    }

    private String draw() {
        add("<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>", WIDTH, HEIGHT, HtmlText.escaped(plot.title()));
        if (plot.to() > plot.from()) {
            double from = x(plot.from());
            add(
                    "<rect class='counts' x='%.1f' y='%d' width='%.1f' height='%d'><title>what counts</title></rect>",
                    from, TOP, x(plot.to()) - from, HEIGHT - TOP - BOTTOM);
        }
        plot.y().ticks().forEach(this::row);
        plot.x().ticks().forEach(this::column);
        add(
                "<text class='label' x='%d' y='%d' text-anchor='middle'>%s</text>",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 8,
                HtmlText.escaped(plot.x().label()));
        add(
                "<text class='label' x='%d' y='%d'>%s</text>",
                8, TOP - 14, HtmlText.escaped(plot.y().label()));
        for (int i = 0; i < plot.lines().size(); i++) {
            line(plot.lines().get(i), i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(Scale.Tick tick) {
        double y = y(tick.value());
        add("<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>", LEFT, y, WIDTH - RIGHT, y);
        add("<text x='%d' y='%.1f' text-anchor='end'>%s</text>", LEFT - 8, y + 4, tick.text());
    }

    private void column(Scale.Tick tick) {
        double x = x(tick.value());
        add("<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>", x, TOP, x, HEIGHT - BOTTOM);
        add("<text x='%.1f' y='%d' text-anchor='middle'>%s</text>", x, HEIGHT - BOTTOM + 16, tick.text());
    }

    private void line(Plot.Line line, int number) {
        String points = line.points().stream()
                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", x(point.x()), y(point.y())))
                .collect(Collectors.joining(" "));
        add("<polyline class='s%d' points='%s'/>", number, points);
        if (line.points().size() <= MOST_DOTS) {
            line.points().forEach(point -> dot(line, point, number));
        }
        if (plot.lines().size() > 1) {
            int x = WIDTH - RIGHT - LEGEND_STEP * (plot.lines().size() - number);
            add("<rect class='k%d' x='%d' y='%d' width='14' height='4' rx='2'/>", number, x, TOP - 20);
            add("<text x='%d' y='%d'>%s</text>", x + 20, TOP - 14, HtmlText.escaped(line.name()));
        }
    }

    /// Tells its values to whoever points at it.
    private void dot(Plot.Line line, Plot.Point point, int number) {
        add(
                "<circle class='k%d' cx='%.1f' cy='%.1f' r='2.5'><title>%s: %s</title></circle>",
                number, x(point.x()), y(point.y()), HtmlText.escaped(line.name()), values(point));
    }

    private static String values(Plot.Point point) {
        return String.format(Locale.ROOT, "%,.3f, %,.1f", point.x(), point.y());
    }

    private double x(double value) {
        return LEFT + plot.x().at(value) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - plot.y().at(value) * (HEIGHT - TOP - BOTTOM);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
