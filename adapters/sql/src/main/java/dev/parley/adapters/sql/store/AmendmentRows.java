package dev.parley.adapters.sql.store;

import dev.parley.adapters.sql.batch.AmendedMessage;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.MessageRef;
import dev.parley.adapters.sql.batch.RoomLife;
import dev.parley.kernel.EventType;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Append;
import dev.parley.log.MessageMark;
import dev.parley.log.StateChange.AmendMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Messages of rooms whose heads the transaction has locked: read by those batches that change them, and written.
public final class AmendmentRows {

    private static final String MARK = """
            select sender, ts, type, expires_at, edited_seq, deleted from message
            where room = ? and life = ? and seq = ?
            """;

    private static final String WRITE = """
            update message set data = ?, edited_seq = ?, edited_at = ?, edited_by = ?, deleted = ?
            where room = ? and life = ? and seq = ?
            """;

    private final Statements statements;

    public AmendmentRows(Statements statements) {
        this.statements = statements;
    }

    /// What the batch's changes of messages are decided by.
    ///
    /// @param heads of the rooms that are there
    public Map<MessageRef, MessageMark> read(List<Append> batch, Map<RoomId, Head> heads) throws SQLException {
        var marks = new HashMap<MessageRef, MessageMark>();
        for (var item : batch) {
            var head = heads.get(item.room());
            if (item.change() instanceof AmendMessage change && head != null) {
                read(new MessageRef(new RoomLife(head.room(), head.life()), change.seq()), marks);
            }
        }
        return marks;
    }

    private void read(MessageRef message, Map<MessageRef, MessageMark> marks) throws SQLException {
        statements.use(MARK, query -> {
            query.setString(1, message.life().room().value());
            query.setString(2, message.life().life().value());
            query.setLong(3, message.seq());
            try (var row = query.executeQuery()) {
                if (row.next()) {
                    marks.put(message, mark(message.seq(), row));
                }
            }
        });
    }

    private static MessageMark mark(long seq, ResultSet row) throws SQLException {
        Long edited = Rows.nullableLong(row, 5);
        return new MessageMark(
                new Sender(row.getString(1)),
                row.getLong(2),
                new EventType(row.getString(3)).system(),
                Rows.nullableLong(row, 4),
                edited == null ? seq : edited,
                row.getBoolean(6));
    }

    public void write(List<AmendedMessage> amended) throws SQLException {
        if (amended.isEmpty()) {
            return;
        }
        statements.use(WRITE, update -> {
            for (var row : amended) {
                update.setString(1, row.data().toString());
                update.setLong(2, row.amendment().seq());
                update.setLong(3, row.amendment().at());
                update.setString(4, row.amendment().by().value());
                update.setBoolean(5, row.amendment().deleted());
                update.setString(6, row.message().life().room().value());
                update.setString(7, row.message().life().life().value());
                update.setLong(8, row.message().seq());
                update.addBatch();
            }
            update.executeBatch();
        });
    }
}
