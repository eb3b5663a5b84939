package dev.parley.adapters.sql.postgres;

import dev.parley.contract.StoreGenerationContract;
import dev.parley.contract.StoreUnderTest;

class PostgresStoreGenerationTest extends StoreGenerationContract {

    @Override
    protected StoreUnderTest newStore() {
        return new PostgresStoreUnderTest();
    }
}
