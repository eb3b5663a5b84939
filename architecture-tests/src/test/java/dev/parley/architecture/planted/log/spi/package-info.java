/// Violations planted in a port.
@NullMarked
package dev.parley.architecture.planted.log.spi;

import org.jspecify.annotations.NullMarked;
