package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.ApiKeys.Found;
import dev.parley.access.ApiKeys.Known;
import dev.parley.access.ApiKeys.Unavailable;
import dev.parley.access.ApiKeys.Unknown;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ApiKeysTest {

    private static final KeyHash KEY = KeyHash.of("key");
    private static final KeyHash OTHER = KeyHash.of("other");

    /// Counts how often it is read.
    private static final class Table implements ApiKeyStore {

        private final Map<UserId, ApiKey> keys = new HashMap<>();
        private int reads;

        @Override
        public List<ApiKey> all() {
            reads++;
            return List.copyOf(keys.values());
        }

        @Override
        public Added add(ApiKey key) {
            keys.put(key.name(), key);
            return Added.ADDED;
        }

        @Override
        public boolean remove(UserId name) {
            return keys.remove(name) != null;
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final Table table = new Table();
    private final ApiKeys keys = new ApiKeys(table, offload, time, time);
    private final List<Found> heard = new ArrayList<>();

    ApiKeysTest() {
        table.add(key("backend", KEY));
    }

    private static ApiKey key(String name, KeyHash hash) {
        return new ApiKey(new UserId(name), hash, false, Map.of("lobby", Set.of(Permission.PUBLISH)));
    }

    private Found find(KeyHash key) {
        heard.clear();
        keys.find(key, heard::add);
        offload.finishAll();
        assertThat(heard).hasSize(1);
        return heard.getFirst();
    }

    @Test
    void aKeyIsItsBackendWithItsGrants() {
        var known = (Known) find(KEY);

        assertThat(known.principal().id()).isEqualTo(new UserId("backend"));
        assertThat(known.principal().apiKey()).isTrue();
        assertThat(known.principal().grants().in(new dev.parley.kernel.RoomId("lobby")))
                .containsExactly(Permission.PUBLISH);
        assertThat(find(OTHER)).isEqualTo(new Unknown());
    }

    @Test
    void whatWasReadWithinASecondIsNotReadAgainHoweverManyKeysStrangersTry() {
        find(KEY);
        time.advance(ApiKeys.REFRESH.minusNanos(1));

        for (int i = 0; i < 10_000; i++) {
            keys.find(KeyHash.of("try " + i), heard::add);
        }

        assertThat(heard).hasSize(10_001);
        assertThat(offload.open()).isZero();
        assertThat(table.reads).isEqualTo(1);
    }

    @Test
    void aBusyBackendNeverWaitsSinceTheKeysAreReadAheadOfTime() {
        find(KEY);
        time.advance(ApiKeys.REFRESH);

        assertThat(keys.known(KEY)).isInstanceOf(Known.class);
        assertThat(keys.known(KEY)).isInstanceOf(Known.class);
        assertThat(offload.open()).isEqualTo(1);
        offload.finishAll();
        time.advance(ApiKeys.STALE.minus(ApiKeys.REFRESH));

        assertThat(keys.known(KEY)).isInstanceOf(Known.class);
    }

    @Test
    void aKeyTakenBackIsRefusedASecondLaterAndANewOneIsGood() {
        find(KEY);
        table.remove(new UserId("backend"));
        table.add(key("new", OTHER));
        time.advance(ApiKeys.STALE);

        assertThat(keys.known(KEY)).isNull();
        assertThat(find(KEY)).isEqualTo(new Unknown());
        assertThat(find(OTHER)).isInstanceOf(Known.class);
    }

    @Test
    void theAgeOfWhatIsKnownCountsFromTheBeginningOfTheRead() {
        keys.find(KEY, heard::add);
        time.advance(Duration.ofMillis(900));
        offload.finishAll();
        time.advance(Duration.ofMillis(100));

        assertThat(keys.known(KEY)).isNull();
    }

    @Test
    void allWhoWaitShareOneRead() {
        for (int i = 0; i < ApiKeys.MAX_WAITING; i++) {
            keys.find(KEY, heard::add);
        }
        assertThat(heard).isEmpty();
        keys.find(KEY, heard::add);
        assertThat(heard).containsExactly(new Unavailable());
        assertThat(offload.open()).isEqualTo(1);

        offload.finishAll();

        assertThat(heard.stream().filter(Known.class::isInstance)).hasSize(ApiKeys.MAX_WAITING);
        assertThat(table.reads).isEqualTo(1);
    }

    @Test
    void withoutTheStoreNobodyIsLetInByWhatWasOnceTrue() {
        find(KEY);
        time.advance(ApiKeys.STALE);
        heard.clear();

        keys.find(KEY, heard::add);
        offload.next().fail(new IllegalStateException("away"));
        assertThat(heard).containsExactly(new Unavailable());

        assertThat(find(KEY)).isInstanceOf(Known.class);
    }

    @Test
    void aReadThatFailsAheadOfTimeHarmsNobody() {
        find(KEY);
        time.advance(ApiKeys.REFRESH);
        keys.known(KEY);
        offload.next().fail(new IllegalStateException("away"));

        assertThat(keys.known(KEY)).isInstanceOf(Known.class);
        assertThat(IntStream.range(0, 3).mapToObj(_ -> keys.known(KEY))).doesNotContainNull();
    }
}
