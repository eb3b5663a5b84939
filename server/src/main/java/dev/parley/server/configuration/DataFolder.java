package dev.parley.server.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The folder of the embedded store and the keys.
public final class DataFolder {

    private DataFolder() {}

    public static Path path(Settings settings) {
        return Path.of(settings.value(ConfigurationKey.DATA).orElseThrow())
                .toAbsolutePath()
                .normalize();
    }

    /// Whether anything is kept there.
    public static boolean isUsed(Settings settings) {
        return !settings.is(ConfigurationKey.STORE, "postgres");
    }

    /// Makes the folder if it is not there and tries to write into it.
    ///
    /// @return whether it is new
    /// @throws ConfigurationRefusedException when nothing can be written
    public static boolean prepare(Settings settings) {
        Path folder = path(settings);
        try {
            boolean isNew = Files.notExists(folder);
            OwnerOnly.createFolder(folder);
            Files.delete(Files.createTempFile(folder, ".writable", null));
            return isNew;
        } catch (IOException e) {
            throw new ConfigurationRefusedException(
                    settings.shown(ConfigurationKey.DATA) + " is not a folder this server can write to (" + e + ").");
        }
    }

    /// Whether other users of this machine get at what is kept there.
    static boolean isOpen(Settings settings) {
        try {
            return OwnerOnly.isOpen(path(settings));
        } catch (IOException _) {
            return false;
        }
    }
}
