package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerOnlyTest {

    @TempDir
    private Path folder;

    private static String permissions(Path place) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(place));
    }

    @Test
    void newFoldersAreTheirOwnersAloneAndOldOnesStayAsTheyAre() throws IOException {
        Path old = Files.createDirectory(folder.resolve("old"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-x---"));
        Path data = old.resolve("new/data");

        OwnerOnly.createFolder(data);
        OwnerOnly.createFolder(data);

        assertThat(permissions(data)).isEqualTo("rwx------");
        assertThat(permissions(data.getParent())).isEqualTo("rwx------");
        assertThat(permissions(old)).isEqualTo("rwxr-x---");
    }

    @Test
    void filesAreMadeForTheirOwnerAlone() throws IOException {
        assertThat(permissions(Files.createFile(folder.resolve("file"), OwnerOnly.fileIn(folder))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource({
        "rwx------, false",
        "rw-------, false",
        "rwxr-xr-x, true",
        "rwx--x---, true",
        "rwx----w-, true",
    })
    void whatOthersCanReachIsOpen(String permissions, boolean open) throws IOException {
        Path place = Files.createDirectory(folder.resolve("place"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(permissions));

        assertThat(OwnerOnly.isOpen(place)).isEqualTo(open);
    }
}
