package dev.parley.fleet;

import java.io.PrintStream;
import java.time.Duration;

/// Lines, and below them a table that renews: in place on a terminal, elsewhere printed again when something but
/// numbers
/// has changed, or some seconds after numbers have. Any thread.
final class Screen {

    private static final Duration NUMBERS_EVERY = Duration.ofSeconds(5);

    private final PrintStream out;
    private final boolean terminal;
    private String shown = "";
    private long shownAt;

    Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    static Screen ofThisProcess() {
        var console = System.console();
        return new Screen(System.out, console != null && console.isTerminal());
    }

    synchronized void say(String line) {
        erase();
        out.println("parley: " + line);
        out.flush();
    }

    synchronized void print(String text) {
        erase();
        out.println(text);
        out.flush();
    }

    /// @param table ends with a line break
    synchronized void show(String table) {
        if (table.equals(shown) || !(terminal || isDue(table))) {
            return;
        }
        erase();
        out.print(table);
        out.flush();
        shown = table;
        shownAt = System.nanoTime();
    }

    private boolean isDue(String table) {
        boolean onlyNumbers = withoutNumbers(table).equals(withoutNumbers(shown));
        return !onlyNumbers || System.nanoTime() - shownAt > NUMBERS_EVERY.toNanos();
    }

    /// Of the columns; a status stands beside a word.
    private static String withoutNumbers(String table) {
        return table.replaceAll("(?<= {2})[0-9]+", "").replaceAll(" +", " ");
    }

    /// The cursor goes up over the table, and everything from there on is cleared.
    private void erase() {
        if (terminal && !shown.isEmpty()) {
            out.print("\033[" + shown.lines().count() + "A\033[J");
        }
        shown = terminal ? "" : shown;
    }
}
