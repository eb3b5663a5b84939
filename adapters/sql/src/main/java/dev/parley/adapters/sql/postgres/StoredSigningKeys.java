package dev.parley.adapters.sql.postgres;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.SigningKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The signing keys of a database that no server uses, in the transaction under way.
final class StoredSigningKeys implements SigningKeys {

    private static final String PRESENT = "select id, secret from signing_key order by created_at desc, id";

    /// The newest signs; those handed in keep their order by a millisecond each.
    private static final String ADD = """
            insert into signing_key (id, secret, created_at)
            values (?, ?, (select coalesce(max(created_at), #now / 1000) from signing_key) + 1)
            on conflict (id) do nothing
            """.replace("#now", PostgresDialect.NOW_MICROS);

    private final Connection connection;

    StoredSigningKeys(Connection connection) {
        this.connection = connection;
    }

    @Override
    public List<SigningKey> present() {
        try (var query = connection.createStatement();
                var row = query.executeQuery(PRESENT)) {
            List<SigningKey> keys = new ArrayList<>();
            while (row.next()) {
                keys.add(new SigningKey(row.getString(1), NewSigningKey.secret(row.getString(2))));
            }
            return keys;
        } catch (SQLException e) {
            throw PostgresErrors.beforeCommit(e);
        }
    }

    @Override
    public void add(List<SigningKey> keys) {
        try (var insert = connection.prepareStatement(ADD)) {
            for (SigningKey key : keys.reversed()) {
                insert.setString(1, key.id());
                insert.setString(2, Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret()));
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            throw PostgresErrors.beforeCommit(e);
        }
    }
}
