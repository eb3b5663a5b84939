package dev.parley.adapters.sql.store;

import dev.parley.kernel.RoomId;
import java.util.Collection;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;

/// Where the two databases differ in what is otherwise done alike.
public interface Dialect {

    SQLDialect jooq();

    /// The store's clock in µs as an SQL expression without parameters, good for the next statement.
    String nowMicros();

    /// Whether the field is among these; the text of the statement does not depend on how many they are.
    Condition among(Field<String> field, Collection<String> values);

    /// The query of a page: of one row of `room_head` the life, first and last seq, then the generation,
    /// the clock (written `#now`), and [Rows#CURRENT_COLUMNS_OF_M] of the messages after a seq in their order, or
    /// before it in the opposite order; one row without message when there is none. Its parameters are the
    /// seq, how many rows at most, the room. It need not return more than [PageReader#MAX_BYTES] of data
    /// after the first row.
    String page(boolean forward);

    /// Takes the lock of the room's head row in the transaction of the context, if there is such a row.
    void lockHead(DSLContext sql, RoomId room);

    /// Ends a query of rows that are about to be changed: nobody else changes them until this transaction ends.
    String forUpdate();

    /// A table of texts out of one parameter, a JSON array of arrays of texts: `(…) as name`, with these columns.
    String table(String name, List<String> columns);

    /// Ends a query of rows that are about to be removed: leave out those another node is removing.
    String skipLocked();
}
