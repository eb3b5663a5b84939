package dev.parley.contract;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the programs of this machine's packages.
public final class InstalledPrograms {

    private static final List<Path> USUAL =
            List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/usr/local/sbin"), Path.of("/usr/local/bin"));

    private InstalledPrograms() {}

    /// On the PATH, or where servers are usually installed.
    public static Optional<Path> find(String name) {
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of);
        return Stream.concat(onPath, USUAL.stream())
                .map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// @param debian the package that brings it
    /// @throws IllegalStateException in one sentence when it is not there
    public static Path require(String name, String debian) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException(name
                        + " is neither on the PATH nor in /usr/sbin or /usr/bin: please install it (on Debian: apt-get"
                        + " install " + debian + ")"));
    }
}
