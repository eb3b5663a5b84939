/// The store ports on SQLite and PostgreSQL.
@ApplicationModule(displayName = "SQL")
@NullMarked
package dev.parley.adapters.sql;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
