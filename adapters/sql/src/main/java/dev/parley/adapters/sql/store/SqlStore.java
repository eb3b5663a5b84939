package dev.parley.adapters.sql.store;

import dev.parley.access.spi.ApiKeyStore;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import java.util.List;

/// All store ports over one database, with the connections they share. To be closed after its last caller.
public interface SqlStore extends AutoCloseable {

    RoomLog roomLog();

    RoomReader roomReader();

    AttributeReader attributeReader();

    PeopleReader peopleReader();

    StoreGeneration generation();

    ApiKeyStore apiKeys();

    LifecycleLog lifecycleLog();

    /// The pools it draws connections from.
    List<WatchedPool> pools();

    @Override
    void close();
}
