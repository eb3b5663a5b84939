package dev.parley.adapters.sql.copy;

import dev.parley.adapters.sql.copy.Checksums.Sum;
import dev.parley.log.spi.StoreMover;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Reads both ends from the first row to the last and compares what they hold, room by room.
final class StoreComparison {

    private final CopyEnd source;
    private final CopyEnd target;
    private final int pageRows;

    StoreComparison(CopyEnd source, CopyEnd target, int pageRows) {
        this.source = source;
        this.target = target;
        this.pageRows = pageRows;
    }

    /// @return how many rows of the table are the same
    /// @throws CopyRefusedException at the first difference
    long compare(CopiedTable table, StoreMover.Watcher listener) throws SQLException {
        var there = new Checksums(source, table, pageRows);
        var here = new Checksums(target, table, pageRows);
        long rows = 0;
        while (true) {
            Sum copied = there.next();
            Sum arrived = here.next();
            if (copied == null && arrived == null) {
                return rows;
            }
            if (copied == null || !copied.equals(arrived)) {
                throw different(table, copied, arrived);
            }
            rows += copied.rows();
            listener.compared(table.name(), rows);
        }
    }

    private CopyRefusedException different(CopiedTable table, @Nullable Sum copied, @Nullable Sum arrived) {
        return new CopyRefusedException("The copy is not the same as its source: of " + table.name() + ", "
                + source.place() + " has " + shown(table, copied) + " where " + target.place() + " has "
                + shown(table, arrived) + "; begin again with --restart.");
    }

    private static String shown(CopiedTable table, @Nullable Sum sum) {
        if (sum == null) {
            return "nothing more";
        }
        return (table.isByRoom() ? "room '" + sum.part() + "' with " : "") + sum.rows() + " rows (checksum "
                + sum.checksum() + ")";
    }
}
