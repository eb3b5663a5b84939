package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetFolderTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path temporary;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aFolderThatWasThereKeepsItsPermissions() throws IOException {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-x---"));
        try (var folder = FleetFolder.open(Optional.of(temporary))) {
            assertThat(folder.kept()).isTrue();
            assertThat(permissions(temporary)).isEqualTo("rwxr-x---");
        }
    }

    @Test
    void othersGetThroughAFolderThatItMakes() throws IOException {
        Path made = temporary.resolve("made");
        try (var folder = FleetFolder.open(Optional.of(made))) {
            assertThat(permissions(folder.path())).isEqualTo("rwx--x--x");
        }
    }

    @Test
    void processesAreWrittenDownUntilTheFleetEnds() throws IOException {
        Path processes = temporary.resolve("fleet-" + ProcessHandle.current().pid() + ".pids");
        try (var folder = FleetFolder.open(Optional.of(temporary))) {
            Child child = Child.start("sleeper", temporary, List.of("sleep", "600"));
            folder.note(child);
            assertThat(processes).hasContent(child.pid() + " sleeper");
            child.terminate();
            assertThat(child.awaitEnd(PATIENCE)).isTrue();
        }
        assertThat(processes).doesNotExist();
    }

    @Test
    void aChildThatHasEndedIsNotReadyThoughItsPortAnswers() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Child child = Child.start("child", temporary, List.of("false"));
            assertThat(child.awaitEnd(PATIENCE)).isTrue();
            var part = Part.of(child, other.getLocalPort());
            assertThatThrownBy(part::awaitListening).hasMessageContaining("child did not start");
        }
    }

    @Test
    void whatDoesItsWorkAndGoesHasToSucceed() {
        Child.start("well", temporary, List.of("true")).awaitDone(PATIENCE);
        Child failing = Child.start("failing", temporary, List.of("sh", "-c", "echo no room; exit 3"));
        assertThatThrownBy(() -> failing.awaitDone(PATIENCE))
                .hasMessageContaining("failing failed")
                .hasMessageContaining("no room");
    }
}
