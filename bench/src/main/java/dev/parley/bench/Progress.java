package dev.parley.bench;

import java.io.PrintStream;

/// Says on the error stream what the benchmark is at: one line that changes on a terminal, a line a phase elsewhere.
/// One
/// thread.
public final class Progress {

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;

    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    public static Progress onStandardError() {
        var console = System.console();
        return new Progress(System.err, console != null && console.isTerminal());
    }

    public void at(String phase) {
        if (terminal) {
            out.print(CLEAR_LINE + phase);
            out.flush();
        } else {
            out.println(phase);
        }
    }

    /// Leaves the terminal as if nothing had been said.
    public void done() {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.flush();
        }
    }
}
