/// What the log needs from outside: the store of the rooms' logs, its generation, the rendering of system events.
@NamedInterface("spi")
@NullMarked
package dev.parley.log.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
