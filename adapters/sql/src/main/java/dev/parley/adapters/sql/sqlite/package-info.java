/// The store in one SQLite file: the embedded default.
@NullMarked
package dev.parley.adapters.sql.sqlite;

import org.jspecify.annotations.NullMarked;
