package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.sql.Messages;
import dev.parley.contract.AtOnce;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {

    private static final Messages LOBBY = Messages.to("lobby");

    @TempDir
    Path folder;

    private SqliteStore open() {
        return open(folder);
    }

    private static SqliteStore open(Path folder) {
        return SqliteStore.open(folder, InstantSource.system());
    }

    private static Event append(SqliteStore store, String id) {
        var result = store.roomLog()
                .append(List.of(LOBBY.message(id)), Patience.WAIT)
                .getFirst();
        return ((Appended) result).event();
    }

    private static long head(SqliteStore store) {
        return store.roomReader().read(LOBBY.room()).orElseThrow().head();
    }

    @Test
    void aSecondServerOnTheFolderIsRefusedInOneSentence() {
        try (var store = open()) {
            assertThatExceptionOfType(DataFolderInUseException.class)
                    .isThrownBy(this::open)
                    .withMessageContaining("is in use by another Parley server")
                    .withMessageContaining("parley.data");

            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            assertThat(append(store, "m1").seq()).isEqualTo(1);
        }
        open().close();
    }

    @Test
    void aNewStoreBeginsWithGenerationOneAndARestartChangesNothing() {
        Event first;
        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(1);
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            first = append(store, "m1");
        }
        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(1);
            assertThat(append(store, "m2").position())
                    .isEqualTo(new Position(first.position().epoch(), 2));
        }
    }

    @Test
    void aRepeatIsFoundAfterARestartAlsoWhenItsEventWasTrimmed() {
        Event first;
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation(new Retention(1, 0))), Patience.WAIT);
            first = append(store, "m1");
            append(store, "m2");
            assertThat(store.roomLog().trim(LOBBY.room(), 500)).isEqualTo(1);
        }
        try (var store = open()) {
            var again = store.roomLog()
                    .append(List.of(LOBBY.message("m1")), Patience.WAIT)
                    .getFirst();

            assertThat(again).isEqualTo(new Appended(first, true));
            assertThat(head(store)).isEqualTo(2);
        }
    }

    @Test
    void fiftyRepeatsOfATrimmedMessageGetTheFirstAnswer() {
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation(new Retention(1, 0))), Patience.WAIT);
            var first = append(store, "m1");
            append(store, "m2");
            store.roomLog().trim(LOBBY.room(), 500);

            var answers = AtOnce.run(
                    50,
                    _ -> () -> store.roomLog()
                            .append(List.of(LOBBY.message("m1")), Patience.WAIT)
                            .getFirst());

            assertThat(answers).containsOnly(new Appended(first, true));
            assertThat(head(store)).isEqualTo(2);
        }
    }

    @Test
    void aRestoredCopyRaisesTheGeneration(@TempDir Path copy) throws IOException {
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            append(store, "m1");
        }
        Files.copy(folder.resolve("parley.db"), copy.resolve("parley.db"));
        Position lost;
        try (var store = open()) {
            lost = append(store, "m2").position();
        }

        restore(copy);

        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(2);
            append(store, "other");
            var epoch = new Epoch(2, LOBBY.life());
            assertThat(store.roomLog().page(LOBBY.room(), new PageRequest.After(lost), 10))
                    .isEqualTo(new LogPage.OtherEpoch(epoch, 1, 2));
        }
        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(2);
        }
    }

    @Test
    void aCopyFromBeforeARaiseGetsAGenerationThatWasNeverInForce(@TempDir Path copy) throws IOException {
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
        }
        Files.copy(folder.resolve("parley.db"), copy.resolve("parley.db"));
        try (var store = open()) {
            store.generation().raise(1);
            store.generation().raise(2);
        }

        restore(copy);

        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(4);
        }
    }

    private void restore(Path copy) throws IOException {
        Files.delete(folder.resolve("parley.db"));
        Files.deleteIfExists(folder.resolve("parley.db-wal"));
        Files.copy(copy.resolve("parley.db"), folder.resolve("parley.db"));
    }

    @Test
    void dataWithoutTheirMarkerOrWithASpoiltOneRaiseTheGeneration() throws IOException {
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
        }
        Files.delete(folder.resolve("marker"));
        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(2);
        }
        Files.writeString(folder.resolve("marker"), "nonsense");
        try (var store = open()) {
            assertThat(store.generation().current()).isEqualTo(3);
        }
    }

    @Test
    void theMarkerFollowsTheCommitsWithinSeconds() {
        try (var store = open()) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            store.roomLog().append(LOBBY.messages("m", 6), Patience.WAIT);

            await().untilAsserted(
                            () -> assertThat(folder.resolve("marker")).content().startsWith("generation=1 appends=7 "));
        }
    }

    @Test
    void aClosedStoreSaysThatItIsNotThere() {
        var store = open();
        store.close();

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> store.roomLog().append(List.of(LOBBY.message("m1")), Patience.WAIT));
    }
}
