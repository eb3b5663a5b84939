package dev.parley.adapters.sql.postgres;

import dev.parley.contract.ApiKeyStoreContract;
import dev.parley.contract.PrivatePostgres;

class PostgresApiKeyStoreTest extends ApiKeyStoreContract {

    private static final PostgresSettings SETTINGS = new PostgresSettings(
            PrivatePostgres.shared().freshDatabase(), PrivatePostgres.shared().user(), null, false, 8, 2);

    @Override
    protected Stores open() {
        var first = PostgresStore.open(SETTINGS);
        var second = PostgresStore.open(SETTINGS);
        first.apiKeys().all().forEach(key -> first.apiKeys().remove(key.name()));
        return new Stores(first.apiKeys(), second.apiKeys(), () -> {
            first.close();
            second.close();
        });
    }
}
