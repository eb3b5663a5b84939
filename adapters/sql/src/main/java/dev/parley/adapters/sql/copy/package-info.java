/// Moving a whole store into another one: what is copied and in which steps, whichever dialects the two ends have.
@NullMarked
package dev.parley.adapters.sql.copy;

import org.jspecify.annotations.NullMarked;
