package dev.parley.adapters.sql.sqlite;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// How files are made that only the server's user may see. What SQLite puts beside its file gets the permissions of
/// that one.
final class OwnerOnly {

    private OwnerOnly() {}

    /// None where the file system does not know users as POSIX does.
    static FileAttribute<?>[] file(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
