package dev.parley.adapters.sql.copy;

import dev.parley.adapters.sql.copy.Checksums.Sum;
import dev.parley.adapters.sql.copy.CopyProgress.Begun;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/// Decides whether a copy begins, goes on or is refused, and prepares the target for it.
final class CopyBegin {

    private final CopyEnd source;
    private final CopyEnd target;
    private final int pageRows;
    private final CopyProgress progress;

    CopyBegin(CopyEnd source, CopyEnd target, int pageRows) {
        this.source = source;
        this.target = target;
        this.pageRows = pageRows;
        this.progress = new CopyProgress(target.connection());
    }

    /// What is refused is refused before anything changes.
    Begun run(boolean restart) throws SQLException {
        Optional<Begun> begun = progress.begun();
        target.connection().rollback();
        refuseMoved(begun);
        if (begun.isPresent() && !restart) {
            requireState(begun.get());
            return begun.get();
        }
        if (begun.isPresent()) {
            unmark();
        } else {
            requireEmpty();
        }
        return begin(begun.isPresent());
    }

    /// Before the target is cleared, or a copy that ends in between would leave a source that points to
    /// nothing.
    private void unmark() throws SQLException {
        CopyMarks.dropMoved(source.connection());
        source.connection().commit();
    }

    private void refuseMoved(Optional<Begun> begun) throws SQLException {
        if (CopyMarks.exists(source.connection(), CopyMarks.PROGRESS)) {
            throw new CopyRefusedException("The store at " + source.place()
                    + " holds a copy itself that is not complete: complete that first.");
        }
        var moved = CopyMarks.moved(source.connection());
        source.connection().rollback();
        if (moved.isPresent()
                && begun.filter(one -> one.copy().equals(moved.get().copy())).isEmpty()) {
            throw new CopyRefusedException("The store at " + source.place() + " was moved to "
                    + moved.get().place() + " already: copy that one.");
        }
    }

    private void requireEmpty() throws SQLException {
        if (CopyMarks.moved(target.connection()).isPresent()) {
            throw new CopyRefusedException("The store at " + target.place()
                    + " was moved away once and still holds everything: give an empty one.");
        }
        for (CopiedTable table : CopiedTables.all()) {
            if (!CopiedTables.SEEDED.contains(table.name()) && hasRows(table)) {
                throw new CopyRefusedException("The store at " + target.place() + " is not empty, its table "
                        + table.name() + " has rows: give an empty one.");
            }
        }
        target.connection().rollback();
    }

    private boolean hasRows(CopiedTable table) throws SQLException {
        return count(target, "select count(*) from (select 1 from " + table.name() + " limit 1) t") > 0;
    }

    /// In one transaction: at no moment the target is without the mark of a copy and could be served.
    private Begun begin(boolean again) throws SQLException {
        var begun = new Begun(StoreCopy.newCopy(), source.place(), state());
        for (CopiedTable table : CopiedTables.all()) {
            empty(table);
        }
        if (again) {
            progress.end();
        }
        progress.begin(begun);
        target.connection().commit();
        return begun;
    }

    private void empty(CopiedTable table) throws SQLException {
        try (var statement = target.connection().createStatement()) {
            statement.executeUpdate("delete from " + table.name());
        }
    }

    /// @throws CopyRefusedException when the source is not what it was when the copy began
    void requireState(Begun begun) throws SQLException {
        if (!begun.state().equals(state())) {
            throw new CopyRefusedException("The store at " + target.place() + " holds a part of " + begun.source()
                    + " as it was, and the store at " + source.place()
                    + " is not the same any more: begin again with --restart.");
        }
    }

    /// Changes with every append, trim and change of a room, and with the generation.
    private String state() throws SQLException {
        var heads = new Checksums(source, CopiedTables.named("room_head"), pageRows);
        var digest = Checksums.digest();
        digest.update(Long.toString(generation()).getBytes(StandardCharsets.UTF_8));
        for (Sum sum = heads.next(); sum != null; sum = heads.next()) {
            digest.update(sum.checksum().getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    long generation() throws SQLException {
        return count(source, "select generation from store");
    }

    /// Of messages it is what the rooms' heads say, since to count many takes long.
    ///
    /// @return 0 when it is not known
    long expected(CopiedTable table) throws SQLException {
        if (CopiedTables.UNCOUNTED.contains(table.name())) {
            return 0;
        }
        return count(
                source,
                table.name().equals("message")
                        ? "select coalesce(sum(last_seq - first_seq + 1), 0) from room_head"
                        : "select count(*) from " + table.name());
    }

    private static long count(CopyEnd end, String sql) throws SQLException {
        try (var query = end.connection().createStatement();
                var row = query.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } finally {
            end.connection().rollback();
        }
    }
}
