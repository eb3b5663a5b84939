package dev.parley.adapters.sql.copy;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfoService;

/// Whether a store has just the tables that this release knows.
public final class SchemaCheck {

    private SchemaCheck() {}

    /// @throws CopyRefusedException when it does not
    public static void requireCurrent(Flyway flyway, String place) {
        MigrationInfoService info = flyway.info();
        if (info.current() == null) {
            throw new CopyRefusedException("There is no Parley store at " + place + ".");
        }
        if (info.pending().length > 0) {
            throw new CopyRefusedException("The store at " + place + " is of an older release (schema "
                    + info.current().getVersion() + ", this release has "
                    + info.pending()[info.pending().length - 1].getVersion()
                    + "): start a server of this release on it once, then stop it and copy.");
        }
        if (info.current().getState().name().startsWith("FUTURE")) {
            throw new CopyRefusedException(
                    "The store at " + place + " is of a newer release: copy it with that release's ./parley.");
        }
    }
}
