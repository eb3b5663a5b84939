package dev.parley.server.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Folders and files that the server's user alone can see. Where the file system does not know users as POSIX does,
/// they are made as it makes all others, and none counts as open.
public final class OwnerOnly {

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    /// Makes the folder, and those above it, if there is none yet.
    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, attributes(folder, "rwx------"));
    }

    /// For a file that is to be made in this folder.
    public static FileAttribute<?>[] fileIn(Path folder) {
        return attributes(folder, "rw-------");
    }

    private static FileAttribute<?>[] attributes(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /// Whether others than its owner can read or change it, or go through it.
    public static boolean isOpen(Path place) throws IOException {
        return isPosix(place) && !OWNERS.containsAll(Files.getPosixFilePermissions(place));
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
