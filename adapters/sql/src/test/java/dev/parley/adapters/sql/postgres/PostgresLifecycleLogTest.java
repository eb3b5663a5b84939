package dev.parley.adapters.sql.postgres;

import dev.parley.contract.LifecycleLogContract;
import dev.parley.contract.PrivatePostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresLifecycleLogTest extends LifecycleLogContract {

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
    protected Logs open() {
        var tables = new Emptied(SETTINGS);
        tables.empty("room, room_head, message, dedupe, ended_life, lifecycle");
        tables.execute("update lifecycle_counter set first_pos = 1, last_pos = 0, last_ts = 0");
        return new Logs(first.lifecycleLog(), second.lifecycleLog(), first.roomLog(), () -> {});
    }
}
