package dev.parley.adapters.sql.postgres;

import dev.parley.contract.PresenceRegistryContract;
import dev.parley.contract.PrivatePostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresPresenceRegistryTest extends PresenceRegistryContract {

    private static final PostgresSettings SETTINGS = new PostgresSettings(
            PrivatePostgres.shared().freshDatabase(), PrivatePostgres.shared().user(), null, false, 8, 2);

    private static PostgresStore first;
    private static PostgresStore second;

    @BeforeAll
    static void openStores() {
        first = PostgresStore.open(SETTINGS);
        second = PostgresStore.open(SETTINGS);
    }

    @AfterAll
    static void closeStores() {
        first.close();
        second.close();
    }

    @Override
    protected Registries open() {
        new Emptied(SETTINGS).empty("session");
        return new Registries(first.presence(), second.presence(), () -> {});
    }
}
