package dev.parley.bench.report;

import java.util.List;

/// Text in columns: words to the left, figures to the right.
final class Table {

    private static final String GAP = "  ";

    private final int words;
    private final List<List<String>> rows;

    private Table(int words, List<List<String>> rows) {
        this.words = words;
        this.rows = List.copyOf(rows);
    }

    /// @param words how many of the first columns hold words
    /// @param rows some may be shorter than others
    static Table of(int words, List<List<String>> rows) {
        return new Table(words, rows);
    }

    String text() {
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP).append(padded(row.get(column), column));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String padded(String value, int column) {
        String blank = " ".repeat(width(column) - value.length());
        return column < words ? value + blank : blank + value;
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column < row.size())
                .mapToInt(row -> row.get(column).length())
                .max()
                .orElse(0);
    }
}
