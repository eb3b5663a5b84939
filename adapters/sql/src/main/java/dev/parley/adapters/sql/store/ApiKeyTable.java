package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.API_KEY;

import dev.parley.access.ApiKey;
import dev.parley.access.GrantsText;
import dev.parley.access.KeyHash;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.UserId;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/// Backends' keys in their table.
public final class ApiKeyTable implements ApiKeyStore {

    /// Stands before the grants of a key that may do everything; room patterns have a colon.
    private static final String ADMIN = "admin";

    private final Reads reads;
    private final Writes writes;
    private final Dialect dialect;

    public ApiKeyTable(Reads reads, Writes writes, Dialect dialect) {
        this.reads = reads;
        this.writes = writes;
        this.dialect = dialect;
    }

    @Override
    public List<ApiKey> all() {
        return reads.query(sql -> sql.selectFrom(API_KEY).orderBy(API_KEY.NAME).fetch(ApiKeyTable::key));
    }

    private static ApiKey key(Record row) {
        String grants = row.get(API_KEY.GRANTS);
        boolean admin = grants.equals(ADMIN) || grants.startsWith(ADMIN + " ");
        return new ApiKey(
                new UserId(row.get(API_KEY.NAME)),
                new KeyHash(row.get(API_KEY.HASH)),
                admin,
                GrantsText.parse(admin ? grants.substring(ADMIN.length()) : grants));
    }

    @Override
    public Added add(ApiKey key) {
        return writes.write(sql -> add(sql, key));
    }

    private Added add(DSLContext sql, ApiKey key) {
        if (sql.fetchExists(API_KEY, API_KEY.NAME.eq(key.name().value()))) {
            return Added.NAME_TAKEN;
        }
        if (sql.fetchCount(API_KEY) >= MAX_KEYS) {
            return Added.FULL;
        }
        int added = sql.insertInto(API_KEY)
                .set(API_KEY.NAME, key.name().value())
                .set(API_KEY.HASH, key.hash().hex())
                .set(API_KEY.GRANTS, grants(key))
                .set(API_KEY.CREATED_AT, DSL.field(dialect.nowMicros() + " / 1000", Long.class))
                .onConflictDoNothing()
                .execute();
        return added == 0 ? Added.NAME_TAKEN : Added.ADDED;
    }

    private static String grants(ApiKey key) {
        String rooms = GrantsText.of(key.rooms());
        return key.admin() ? (ADMIN + " " + rooms).strip() : rooms;
    }

    @Override
    public boolean remove(UserId name) {
        return writes.write(sql ->
                sql.deleteFrom(API_KEY).where(API_KEY.NAME.eq(name.value())).execute() > 0);
    }
}
