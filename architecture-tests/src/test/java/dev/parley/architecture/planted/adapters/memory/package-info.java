/// Violations planted in an adapter.
@NullMarked
package dev.parley.architecture.planted.adapters.memory;

import org.jspecify.annotations.NullMarked;
