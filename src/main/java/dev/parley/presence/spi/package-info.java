/// What presence needs from outside: a registry of sessions that all nodes can reach.
@NamedInterface("spi")
@NullMarked
package dev.parley.presence.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
