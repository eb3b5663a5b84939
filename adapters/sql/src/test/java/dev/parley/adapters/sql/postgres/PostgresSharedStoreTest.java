package dev.parley.adapters.sql.postgres;

import dev.parley.contract.SharedStoreContract;
import dev.parley.contract.StoreUnderTest;

class PostgresSharedStoreTest extends SharedStoreContract {

    @Override
    protected StoreUnderTest newStore() {
        return new PostgresStoreUnderTest();
    }
}
