package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.ApiKey;
import dev.parley.access.KeyHash;
import dev.parley.contract.ApiKeyStoreContract;
import dev.parley.kernel.UserId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server's store, and a command's beside it.
class SqliteApiKeyStoreTest extends ApiKeyStoreContract {

    @TempDir
    private Path folder;

    @Override
    protected Stores open() {
        var server = SqliteStore.open(folder, InstantSource.system());
        return new Stores(server.apiKeys(), new KeysBesideServer(folder, InstantSource.system()), server::close);
    }

    @Test
    void withoutAServerACommandMakesTheStoreAndLeavesItFree() {
        Path fresh = folder.resolve("fresh");
        var key = new ApiKey(new UserId("backend"), KeyHash.of("secret"), true, Map.of());

        new KeysBesideServer(fresh, InstantSource.system()).add(key);

        assertThat(Files.exists(fresh.resolve("parley.db"))).isTrue();
        try (var server = SqliteStore.open(fresh, InstantSource.system())) {
            assertThat(server.apiKeys().all()).containsExactly(key);
        }
    }
}
