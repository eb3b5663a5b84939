package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.adapters.sql.Messages;
import dev.parley.contract.AtOnce;
import dev.parley.contract.PrivatePostgres;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.Retention;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreNotOpenedException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresStoreTest {

    private static final Messages LOBBY = Messages.to("lobby");

    private final PrivatePostgres postgres = PrivatePostgres.shared();
    private final PostgresSettings settings = PostgresSettings.of(postgres.freshDatabase(), postgres.user(), null);

    @Test
    void aTextTheDatabaseCannotHoldIsRejectedAndNothingIsWritten() {
        try (var store = PostgresStore.open(settings)) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            var batch = List.of(LOBBY.message("m1"), LOBBY.message("m2", "\"\0\""), LOBBY.message("m3"));

            assertThatExceptionOfType(BatchRejectedException.class)
                    .isThrownBy(() -> store.roomLog().append(batch, Patience.WAIT));

            assertThat(store.roomReader().read(LOBBY.room()).orElseThrow().head())
                    .isZero();
            var next = store.roomLog()
                    .append(List.of(LOBBY.message("m4")), Patience.WAIT)
                    .getFirst();
            assertThat(((Appended) next).event().seq()).isEqualTo(1);
        }
    }

    @Test
    void fiftyRepeatsOfATrimmedMessageAtTwoServersGetTheFirstAnswer() {
        var roomy = new PostgresSettings(settings.url(), settings.user(), null, false, 30, 4);
        try (var one = PostgresStore.open(roomy);
                var other = PostgresStore.open(roomy)) {
            one.roomLog().append(List.of(LOBBY.creation(new Retention(1, 0))), Patience.WAIT);
            var first = one.roomLog()
                    .append(List.of(LOBBY.message("m1")), Patience.WAIT)
                    .getFirst();
            other.roomLog().append(List.of(LOBBY.message("m2")), Patience.WAIT);
            assertThat(other.roomLog().trim(LOBBY.room(), 500)).isEqualTo(1);

            var answers = AtOnce.run(
                    50,
                    i -> () -> (i % 2 == 0 ? one : other)
                            .roomLog()
                            .append(List.of(LOBBY.message("m1")), Patience.SKIP_HELD)
                            .getFirst());

            assertThat(answers.stream().filter(Appended.class::isInstance))
                    .isNotEmpty()
                    .containsOnly(new Appended(((Appended) first).event(), true));
            assertThat(one.roomReader().read(LOBBY.room()).orElseThrow().head()).isEqualTo(2);
        }
    }

    @Test
    void serversOverOneDatabaseShareTheirSigningKeys() {
        try (var one = PostgresStore.open(settings);
                var other = PostgresStore.open(settings)) {
            var keys = AtOnce.run(
                    8, i -> () -> (i % 2 == 0 ? one : other).signingKeys().keys());

            assertThat(keys).allSatisfy(all -> {
                assertThat(all).hasSize(1);
                assertThat(all.getFirst().secret()).hasSize(32);
                assertThat(all.getFirst().id())
                        .isEqualTo(keys.getFirst().getFirst().id());
                assertThat(all.getFirst().secret())
                        .isEqualTo(keys.getFirst().getFirst().secret());
            });
        }
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedInOneSentence() {
        assertThatExceptionOfType(StoreNotOpenedException.class)
                .isThrownBy(() ->
                        PostgresStore.open(PostgresSettings.of("postgresql://127.0.0.1:1/parley", "parley", "s3cret")))
                .withMessageStartingWith("PostgreSQL at 127.0.0.1:1/parley cannot be used: ")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void aDatabaseInAnotherEncodingIsRefused() {
        assertThatExceptionOfType(StoreNotOpenedException.class)
                .isThrownBy(() -> PostgresStore.open(PostgresSettings.of(
                        postgres.freshDatabase("-E", "SQL_ASCII", "-T", "template0"), postgres.user(), null)))
                .withMessageContaining("encoding UTF8");
    }
}
