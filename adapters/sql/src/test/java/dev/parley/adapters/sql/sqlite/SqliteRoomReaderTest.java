package dev.parley.adapters.sql.sqlite;

import dev.parley.contract.RoomReaderContract;
import dev.parley.contract.StoreUnderTest;

class SqliteRoomReaderTest extends RoomReaderContract {

    @Override
    protected StoreUnderTest newStore() {
        return new SqliteStoreUnderTest();
    }
}
