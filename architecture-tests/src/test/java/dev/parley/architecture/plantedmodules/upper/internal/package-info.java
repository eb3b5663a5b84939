/// Not for other modules.
@NullMarked
package dev.parley.architecture.plantedmodules.upper.internal;

import org.jspecify.annotations.NullMarked;
