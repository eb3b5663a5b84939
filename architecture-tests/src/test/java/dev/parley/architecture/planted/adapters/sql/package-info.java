/// What another adapter must not use.
@NullMarked
package dev.parley.architecture.planted.adapters.sql;

import org.jspecify.annotations.NullMarked;
