package dev.parley.adapters.sql.postgres;

import dev.parley.contract.RoomReaderContract;
import dev.parley.contract.StoreUnderTest;

class PostgresRoomReaderTest extends RoomReaderContract {

    @Override
    protected StoreUnderTest newStore() {
        return new PostgresStoreUnderTest();
    }
}
