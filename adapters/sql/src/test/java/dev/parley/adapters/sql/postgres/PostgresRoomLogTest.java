package dev.parley.adapters.sql.postgres;

import dev.parley.contract.RoomLogContract;
import dev.parley.contract.StoreUnderTest;

class PostgresRoomLogTest extends RoomLogContract {

    @Override
    protected StoreUnderTest newStore() {
        return new PostgresStoreUnderTest();
    }
}
