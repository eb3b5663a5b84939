package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.ApiKey;
import dev.parley.access.KeyHash;
import dev.parley.access.Permission;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.access.spi.ApiKeyStore.Added;
import dev.parley.kernel.UserId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [ApiKeyStore] keeps. An adapter's test subclasses this and hands in two stores over one backend.
@Timeout(60)
public abstract class ApiKeyStoreContract {

    /// Two stores without any key, as two servers see one backend, or a server and a command.
    public record Stores(ApiKeyStore first, ApiKeyStore second, Runnable close) {}

    private Stores stores;

    protected abstract Stores open();

    @BeforeEach
    void openStores() {
        stores = open();
    }

    @AfterEach
    void closeStores() {
        stores.close().run();
    }

    private static ApiKey key(String name) {
        return key(name, "secret of " + name);
    }

    private static ApiKey key(String name, String text) {
        return new ApiKey(new UserId(name), KeyHash.of(text), false, Map.of("lobby", Set.of(Permission.PUBLISH)));
    }

    @Test
    void aKeyIsReadBackAsItWasAdded() {
        var everything = new ApiKey(
                new UserId("a.B_c~d@e+f|g:h-i"),
                KeyHash.of("1"),
                true,
                Map.of(
                        "*", EnumSet.allOf(Permission.class),
                        "team-*", Set.of(Permission.SUBSCRIBE, Permission.PUBLISH),
                        "admin", Set.of(Permission.MODERATE)));
        var onlyAdmin = new ApiKey(new UserId("b"), KeyHash.of("2"), true, Map.of());
        var nothing = new ApiKey(new UserId("c"), KeyHash.of("3"), false, Map.of());
        var roomAdmin = new ApiKey(new UserId("d"), KeyHash.of("4"), false, Map.of("admin", Set.of(Permission.MANAGE)));

        for (ApiKey key : List.of(nothing, everything, roomAdmin, onlyAdmin)) {
            assertThat(stores.first().add(key)).isEqualTo(Added.ADDED);
        }

        assertThat(stores.first().all()).containsExactly(everything, onlyAdmin, nothing, roomAdmin);
    }

    @Test
    void aNameHasOneKeyWhichStays() {
        stores.first().add(key("backend"));

        assertThat(stores.first().add(key("backend", "another"))).isEqualTo(Added.NAME_TAKEN);

        assertThat(stores.first().all()).containsExactly(key("backend"));
    }

    @Test
    void aKeyTakenBackIsGoneAndItsNameFree() {
        stores.first().add(key("backend"));
        stores.first().add(key("other"));

        assertThat(stores.first().remove(new UserId("backend"))).isTrue();
        assertThat(stores.first().remove(new UserId("backend"))).isFalse();

        assertThat(stores.first().all()).containsExactly(key("other"));
        assertThat(stores.first().add(key("backend", "another"))).isEqualTo(Added.ADDED);
    }

    @Test
    void eachSeesAtOnceWhatTheOtherDid() {
        stores.second().add(key("backend"));
        assertThat(stores.first().all()).containsExactly(key("backend"));
        assertThat(stores.first().add(key("backend", "another"))).isEqualTo(Added.NAME_TAKEN);

        stores.second().remove(new UserId("backend"));
        assertThat(stores.first().all()).isEmpty();
    }

    @Test
    void ofManyWhoAddOneNameAtOnceOneWins() {
        var added =
                AtOnce.run(8, i -> () -> (i % 2 == 0 ? stores.first() : stores.second()).add(key("backend", "" + i)));

        assertThat(Collections.frequency(added, Added.ADDED)).isEqualTo(1);
        assertThat(Collections.frequency(added, Added.NAME_TAKEN)).isEqualTo(7);
        assertThat(stores.second().all()).containsExactly(key("backend", "" + added.indexOf(Added.ADDED)));
    }

    @Test
    void moreKeysThanServersHoldAreRefused() {
        IntStream.range(0, ApiKeyStore.MAX_KEYS).forEach(i -> stores.first().add(key("k" + i)));

        assertThat(stores.first().add(key("one-more"))).isEqualTo(Added.FULL);
        assertThat(stores.first().all()).hasSize(ApiKeyStore.MAX_KEYS);
        stores.first().remove(new UserId("k0"));
        assertThat(stores.first().add(key("one-more"))).isEqualTo(Added.ADDED);
    }
}
