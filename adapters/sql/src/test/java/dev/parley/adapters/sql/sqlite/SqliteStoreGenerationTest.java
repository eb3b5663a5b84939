package dev.parley.adapters.sql.sqlite;

import dev.parley.contract.StoreGenerationContract;
import dev.parley.contract.StoreUnderTest;

class SqliteStoreGenerationTest extends StoreGenerationContract {

    @Override
    protected StoreUnderTest newStore() {
        return new SqliteStoreUnderTest();
    }
}
