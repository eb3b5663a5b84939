package dev.parley.adapters.sql.sqlite;

import dev.parley.log.spi.StoreNotOpenedException;
import java.nio.file.Path;

/// Another server works on the data folder.
public final class DataFolderInUseException extends StoreNotOpenedException {

    private static final long serialVersionUID = 1L;

    DataFolderInUseException(Path folder) {
        super("The data folder " + folder
                + " is in use by another Parley server: stop that one, or choose another folder with parley.data.");
    }
}
