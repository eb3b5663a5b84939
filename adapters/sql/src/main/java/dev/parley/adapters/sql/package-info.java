/// The store ports on SQLite and PostgreSQL.
@NullMarked
package dev.parley.adapters.sql;

import org.jspecify.annotations.NullMarked;
