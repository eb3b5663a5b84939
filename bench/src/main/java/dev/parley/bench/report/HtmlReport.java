package dev.parley.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// A report as one page that needs nothing else: no script, no font, no picture from elsewhere.
public final class HtmlReport {

    private static final String STYLE = "report.css";

    private HtmlReport() {}

    /// Makes the folders above the file when they are missing.
    public static void write(Report report, List<Plot> plots, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, page(report, plots));
    }

    static String page(Report report, List<Plot> plots) {
        var page = new StringBuilder("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.append("<title>").append(HtmlText.escaped(report.title())).append("</title>\n");
        page.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n");
        page.append("<h1>").append(HtmlText.escaped(report.title())).append("</h1>\n");
        verdicts(report, page);
        page.append("<h2>Figures</h2>\n");
        table("figures", columns(report.figures()), true, page);
        plots.forEach(plot -> page.append("<figure>\n<figcaption>")
                .append(HtmlText.escaped(plot.title()))
                .append("</figcaption>\n")
                .append(SvgPlot.draw(plot))
                .append("</figure>\n"));
        page.append("<h2>Circumstances</h2>\n");
        table("circumstances", report.circumstances(), false, page);
        return page.append("</body>\n</html>\n").toString();
    }

    private static void verdicts(Report report, StringBuilder page) {
        page.append("<ul class=\"verdicts\">\n");
        report.bars().forEach(bar -> verdict(bar.line(), bar.reached(), page));
        verdict(report.verified(), !report.verified().startsWith(Report.FLAW), page);
        page.append("</ul>\n");
    }

    private static void verdict(String text, boolean good, StringBuilder page) {
        page.append(good ? "<li>" : "<li class=\"missed\">")
                .append(HtmlText.escaped(text))
                .append("</li>\n");
    }

    /// There are more figures than cells, so that each cell gets a column.
    private static List<List<String>> columns(List<List<String>> rows) {
        int figures = rows.isEmpty() ? 0 : rows.getFirst().size();
        return IntStream.range(0, figures)
                .mapToObj(figure -> rows.stream().map(row -> row.get(figure)).toList())
                .toList();
    }

    private static void table(String kind, List<List<String>> rows, boolean titled, StringBuilder page) {
        page.append("<div class=\"wide\"><table class=\"").append(kind).append("\">\n");
        for (int i = 0; i < rows.size(); i++) {
            page.append("<tr>");
            String cell = titled && i < 2 ? "th" : "td";
            rows.get(i)
                    .forEach(text -> page.append('<' + cell + '>')
                            .append(HtmlText.escaped(text))
                            .append("</" + cell + '>'));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    private static String style() {
        try (InputStream style = HtmlReport.class.getResourceAsStream(STYLE)) {
            if (style == null) {
                throw new IllegalStateException(STYLE + " is not on the class path");
            }
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
