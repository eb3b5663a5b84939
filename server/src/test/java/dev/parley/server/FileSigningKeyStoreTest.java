package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSigningKeyStoreTest {

    @TempDir
    private Path folder;

    private List<String> keys(Path in) {
        return new FileSigningKeyStore(in, new SecureRandom())
                .keys().stream().map(FileSigningKeyStoreTest::text).toList();
    }

    private static String text(SigningKey key) {
        return key.id() + " " + HexFormat.of().formatHex(key.secret());
    }

    @Test
    void theFirstKeyIsMadeForItsOwnerAloneAndStays() throws IOException {
        Path data = folder.resolve("new/data");

        List<String> first = keys(data);

        assertThat(first).singleElement().asString().hasSizeGreaterThan(64);
        assertThat(keys(data)).isEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("signing-keys"))))
                .isEqualTo("rw-------");
        try (var files = Files.list(data)) {
            assertThat(files).containsExactly(data.resolve("signing-keys"));
        }
    }

    @Test
    void allThatComeFirstAtOnceGetTheSameKey() throws Exception {
        int several = 16;
        for (int round = 0; round < 20; round++) {
            Path data = Files.createDirectory(folder.resolve("round" + round));
            var gate = new CountDownLatch(1);
            List<Future<List<String>>> found = new ArrayList<>();
            try (var threads = Executors.newFixedThreadPool(several)) {
                for (int i = 0; i < several; i++) {
                    found.add(threads.submit(() -> {
                        gate.await();
                        return keys(data);
                    }));
                }
                gate.countDown();
            }
            for (var one : found) {
                assertThat(one.get()).isEqualTo(keys(data));
            }
        }
    }

    @Test
    void aLineBeforeTheOthersSignsAndTheOthersStayGood() throws IOException {
        String old = keys(folder).getFirst();
        Path file = folder.resolve("signing-keys");
        Files.writeString(file, "next AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n" + Files.readString(file));

        assertThat(keys(folder)).containsExactly("next " + "00".repeat(32), old);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "id short", "id !!!!", "id AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA more", ""})
    void aDamagedFileIsNotTakenForKeys(String content) throws IOException {
        Files.writeString(folder.resolve("signing-keys"), content);

        assertThatIllegalStateException()
                .isThrownBy(() -> keys(folder))
                .withMessageContaining("signing-keys")
                .withMessageNotContaining("AAAA");
    }
}
