/// What both dialects do alike: reading rooms and pages, retention, sweeping, the generation.
@NullMarked
package dev.parley.adapters.sql.store;

import org.jspecify.annotations.NullMarked;
