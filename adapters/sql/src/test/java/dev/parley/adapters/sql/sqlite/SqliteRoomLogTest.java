package dev.parley.adapters.sql.sqlite;

import dev.parley.contract.RoomLogContract;
import dev.parley.contract.StoreUnderTest;

class SqliteRoomLogTest extends RoomLogContract {

    @Override
    protected StoreUnderTest newStore() {
        return new SqliteStoreUnderTest();
    }
}
