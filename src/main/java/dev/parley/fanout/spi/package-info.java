/// What the fanout needs from outside: a bus between the nodes.
@NamedInterface("spi")
@NullMarked
package dev.parley.fanout.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
