/// What an append transaction decides, apart from any database: from the rooms and first tries it read
/// under its locks to the answers and the rows to write. The same for every dialect.
@NullMarked
package dev.parley.adapters.sql.batch;

import org.jspecify.annotations.NullMarked;
