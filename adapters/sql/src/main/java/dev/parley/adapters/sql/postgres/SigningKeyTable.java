package dev.parley.adapters.sql.postgres;

import static dev.parley.adapters.sql.jooq.Tables.SIGNING_KEY;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.Writes;
import java.util.List;
import org.jooq.DSLContext;

/// The signing keys that all servers over one database share.
final class SigningKeyTable implements SigningKeyStore {

    private final Reads reads;
    private final Writes writes;

    SigningKeyTable(Reads reads, Writes writes) {
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public List<SigningKey> keys() {
        var keys = reads.query(SigningKeyTable::stored);
        return keys.isEmpty() ? writes.write(SigningKeyTable::create) : keys;
    }

    private static List<SigningKey> stored(DSLContext sql) {
        return sql.selectFrom(SIGNING_KEY)
                .orderBy(SIGNING_KEY.CREATED_AT.desc(), SIGNING_KEY.ID)
                .fetch(row ->
                        new SigningKey(row.get(SIGNING_KEY.ID), NewSigningKey.secret(row.get(SIGNING_KEY.SECRET))));
    }

    /// The lock makes a second server look again after the first has written.
    private static List<SigningKey> create(DSLContext sql) {
        sql.execute("select 1 from store for no key update");
        if (!sql.fetchExists(SIGNING_KEY)) {
            var key = NewSigningKey.draw();
            sql.execute(
                    "insert into signing_key (id, secret, created_at) values (?, ?, #now / 1000)"
                            .replace("#now", PostgresDialect.NOW_MICROS),
                    key.id(),
                    key.secretText());
        }
        return stored(sql);
    }
}
