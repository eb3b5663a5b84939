/// The words of the domain: ids, position, cursor, event, tier, clock.
@NullMarked
package dev.parley.kernel;

import org.jspecify.annotations.NullMarked;
