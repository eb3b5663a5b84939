package dev.parley.adapters.sql.store;

import dev.parley.adapters.sql.batch.AttributeWrite;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.RoomLife;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Append;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeBook;
import dev.parley.log.AttributeMark;
import dev.parley.log.StateChange.ChangeAttributes;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The attributes of rooms whose heads the transaction has locked: read by those batches that change them, and written.
public final class AttributeRows {

    private static final String MARKS =
            "select name, seq, owner, value is not null from attribute where room = ? and life = ?";

    private static final String STATE = "select bucket, forgotten from attribute_room where room = ? and life = ?";

    private static final String WRITE = """
            insert into attribute (room, life, name, value, seq, owner, auto_delete, expires_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (room, life, name) do update
            set value = excluded.value, seq = excluded.seq, owner = excluded.owner,
                auto_delete = excluded.auto_delete, expires_at = excluded.expires_at
            """;

    private static final String FORGET = "delete from attribute where room = ? and life = ? and name = ?";

    private static final String WRITE_STATE = """
            insert into attribute_room (room, life, bucket, forgotten) values (?, ?, ?, ?)
            on conflict (room, life) do update set bucket = excluded.bucket, forgotten = excluded.forgotten
            """;

    private final Statements statements;

    public AttributeRows(Statements statements) {
        this.statements = statements;
    }

    /// What the batch's changes of attributes are decided by.
    ///
    /// @param heads of the rooms that are there
    public Map<RoomLife, AttributeBook> read(List<Append> batch, Map<RoomId, Head> heads) throws SQLException {
        var books = new HashMap<RoomLife, AttributeBook>();
        for (var item : batch) {
            var head = heads.get(item.room());
            if (item.change() instanceof ChangeAttributes && head != null) {
                var life = new RoomLife(head.room(), head.life());
                if (!books.containsKey(life)) {
                    books.put(life, read(life));
                }
            }
        }
        return books;
    }

    private AttributeBook read(RoomLife life) throws SQLException {
        var marks = new HashMap<AttributeKey, AttributeMark>();
        statements.use(MARKS, query -> {
            bind(query, life);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    marks.put(
                            new AttributeKey(rows.getString(1)),
                            new AttributeMark(rows.getLong(2), new Sender(rows.getString(3)), rows.getBoolean(4)));
                }
            }
        });
        var state = new long[2];
        statements.use(STATE, query -> {
            bind(query, life);
            try (var row = query.executeQuery()) {
                if (row.next()) {
                    state[0] = row.getLong(1);
                    state[1] = row.getLong(2);
                }
            }
        });
        return new AttributeBook(marks, state[0], state[1]);
    }

    public void write(Map<RoomLife, AttributeWrite> writes) throws SQLException {
        for (var entry : writes.entrySet()) {
            var life = entry.getKey();
            statements.use(WRITE, insert -> write(insert, life, entry.getValue()));
            statements.use(FORGET, delete -> forget(delete, life, entry.getValue()));
            statements.use(WRITE_STATE, insert -> {
                bind(insert, life);
                insert.setLong(3, entry.getValue().after().bucket());
                insert.setLong(4, entry.getValue().after().forgotten());
                insert.executeUpdate();
            });
        }
    }

    private static void write(PreparedStatement insert, RoomLife life, AttributeWrite write) throws SQLException {
        for (var row : write.written()) {
            bind(insert, life);
            bind(insert, row);
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private static void bind(PreparedStatement insert, Attribute row) throws SQLException {
        insert.setString(3, row.key().value());
        insert.setString(4, row.value() == null ? null : row.value().toString());
        insert.setLong(5, row.seq());
        insert.setString(6, row.owner().value());
        insert.setBoolean(7, row.autoDelete());
        if (row.expiresAt() == null) {
            insert.setNull(8, Types.BIGINT);
        } else {
            insert.setLong(8, row.expiresAt());
        }
    }

    private static void forget(PreparedStatement delete, RoomLife life, AttributeWrite write) throws SQLException {
        if (write.forgotten().isEmpty()) {
            return;
        }
        for (var key : write.forgotten()) {
            bind(delete, life);
            delete.setString(3, key.value());
            delete.addBatch();
        }
        delete.executeBatch();
    }

    private static void bind(PreparedStatement statement, RoomLife life) throws SQLException {
        statement.setString(1, life.room().value());
        statement.setString(2, life.life().value());
    }
}
