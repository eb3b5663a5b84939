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

    Begun run(boolean restart) throws SQLException {
        Optional<Begun> begun = progress.begun();
        if (begun.isPresent() && restart) {
            clear(begun.get());
            begun = Optional.empty();
        }
        refuseMoved(begun);
        if (begun.isPresent()) {
            requireState(begun.get());
            target.connection().rollback();
            return begun.get();
        }
        requireEmpty();
        return begin();
    }

    private void clear(Begun begun) throws SQLException {
        for (CopiedTable table : CopiedTables.all()) {
            empty(table);
        }
        progress.end();
        target.connection().commit();
        var moved = CopyMarks.moved(source.connection());
        if (moved.isPresent() && moved.get().copy().equals(begun.copy())) {
            CopyMarks.dropMoved(source.connection());
        }
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

    private Begun begin() throws SQLException {
        for (CopiedTable table : CopiedTables.all()) {
            empty(table);
        }
        var begun = new Begun(StoreCopy.newCopy(), source.place(), state());
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
    long expected(CopiedTable table) throws SQLException {
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
