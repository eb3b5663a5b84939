package dev.parley.server.commands;

import dev.parley.log.spi.StoreMover;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Says once a second how a copy comes along.
final class CopyLines implements StoreMover.Watcher {

    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final double NANOS = 1e9;

    private final PrintStream out;
    private final LongSupplier nanos;
    private String table = "";
    private long firstRows;
    private long firstAt;
    private long saidAt;

    /// @param nanos a monotonic clock
    CopyLines(PrintStream out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        this.saidAt = nanos.getAsLong();
    }

    @Override
    public void begins(long done) {
        if (done == 0) {
            out.println("The copy begins.");
        } else {
            out.printf("The copy goes on: %,d rows are there already.%n", done);
        }
    }

    @Override
    public void copied(String name, long rows, long expected) {
        long now = nanos.getAsLong();
        if (!name.equals(table)) {
            table = name;
            firstRows = rows;
            firstAt = now;
        }
        if (now - saidAt >= EVERY_NANOS) {
            saidAt = now;
            out.println(
                    expected == 0
                            ? "%s: %,d rows".formatted(name, rows)
                            : "%s: %,d of about %,d rows%s"
                                    .formatted(name, rows, expected, speed(rows, expected, now - firstAt)));
        }
    }

    private String speed(long rows, long expected, long took) {
        if (rows == firstRows || took == 0) {
            return "";
        }
        double perSecond = (rows - firstRows) * NANOS / took;
        return ", %,.0f rows/s, %,.0f s left".formatted(perSecond, (expected - rows) / perSecond);
    }

    @Override
    public void compared(String name, long rows) {
        long now = nanos.getAsLong();
        if (now - saidAt >= EVERY_NANOS) {
            saidAt = now;
            out.printf("%s: %,d rows are the same in both%n", name, rows);
        }
    }
}
