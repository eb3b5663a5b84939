package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.adapters.sql.Messages;
import dev.parley.adapters.sql.postgres.CuttingProxy.Cut;
import dev.parley.contract.PrivatePostgres;
import dev.parley.kernel.AttributeKey;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.AttributesStand;
import dev.parley.log.AttributeRefusal;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreUnavailableException;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A connection that is lost round a commit: the answer says that it is not known, and running the batch
/// again tells.
class PostgresOutcomeTest {

    private static final Messages LOBBY = Messages.to("lobby");
    private static final long SEED = 20_261_130;

    private PostgresUrl address;
    private CuttingProxy proxy;
    private PostgresStore store;

    @BeforeEach
    void open() throws IOException {
        var postgres = PrivatePostgres.shared();
        address = PostgresUrl.parse(postgres.freshDatabase());
        proxy = new CuttingProxy(postgres.port());
        String url = "postgresql://127.0.0.1:" + proxy.port() + address.place().replaceFirst("^[^/]*", "");
        store = PostgresStore.open(PostgresSettings.of(url, postgres.user(), null));
        store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
    }

    @ParameterizedTest
    @EnumSource
    void aCommitThatWasCutIsUnknownAndSettledByRunningItAgain(Cut cut) {
        var batch = LOBBY.messages("m", 3);
        proxy.cutNextCommit(cut);

        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> store.roomLog().append(batch, Patience.WAIT));

        var again = store.roomLog().append(batch, Patience.WAIT);
        assertThat(again)
                .extracting(result -> ((Appended) result).event().seq())
                .containsExactly(1L, 2L, 3L);
        assertThat(again)
                .extracting(result -> ((Appended) result).duplicate())
                .containsOnly(cut == Cut.ON_THE_WAY_BACK);
        assertThat(store.roomReader().read(LOBBY.room()).orElseThrow().head()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void whoeverTookASeatHasItAlsoWhenTheCommitWasCut(Cut cut) {
        var batch = List.of(LOBBY.seat("alice", "seat"), LOBBY.seat("bob", "seat"));
        proxy.cutNextCommit(cut);

        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> store.roomLog().append(batch, Patience.WAIT));

        var again = store.roomLog().append(batch, Patience.WAIT);
        assertThat(again.getFirst())
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.duplicate()).isEqualTo(cut == Cut.ON_THE_WAY_BACK));
        assertThat(again.getLast())
                .isEqualTo(new AttributesStand(new AttributeRefusal.Conflict(new AttributeKey("seat"), 1)));
        var held = store.attributeReader().snapshot(LOBBY.room()).orElseThrow();
        assertThat(held.room().head()).isEqualTo(1);
        assertThat(held.attributes())
                .singleElement()
                .satisfies(seat -> assertThat(seat.value()).hasToString("\"alice\""));
    }

    @Test
    void afterManyCutsWhatWasAcknowledgedIsInTheLogOnce() throws SQLException {
        var random = new Random(SEED);
        Map<String, Long> acknowledged = new HashMap<>();
        int cuts = 0;
        int unknown = 0;
        for (int i = 0; i < 150; i++) {
            if (random.nextInt(5) == 0) {
                proxy.cutNextCommit(random.nextBoolean() ? Cut.ON_THE_WAY_THERE : Cut.ON_THE_WAY_BACK);
                cuts++;
            }
            boolean giveUp = random.nextInt(4) == 0;
            unknown += publish("m" + i, giveUp ? 1 : 5, acknowledged);
        }

        var log = logged();
        assertThat(unknown).isEqualTo(cuts);
        assertThat(log).containsAllEntriesOf(acknowledged);
        assertThat(log.values().stream().sorted())
                .isEqualTo(LongStream.rangeClosed(1, log.size()).boxed().toList());
    }

    private int publish(String id, int tries, Map<String, Long> acknowledged) {
        int unknown = 0;
        for (int i = 0; i < tries; i++) {
            try {
                var result = store.roomLog()
                        .append(List.of(LOBBY.message(id)), Patience.WAIT)
                        .getFirst();
                acknowledged.put(id, ((Appended) result).event().seq());
                return unknown;
            } catch (OutcomeUnknownException _) {
                unknown++;
            } catch (StoreUnavailableException _) {
                // Nothing was written: a connection that the cut had spoilt.
            }
        }
        return unknown;
    }

    private Map<String, Long> logged() throws SQLException {
        Map<String, Long> log = new HashMap<>();
        try (var connection = DriverManager.getConnection(
                        address.jdbc(), PrivatePostgres.shared().user(), "");
                var rows = connection.createStatement().executeQuery("select client_msg_id, seq from message")) {
            while (rows.next()) {
                assertThat(log.put(rows.getString(1), rows.getLong(2))).isNull();
            }
        }
        return log;
    }
}
