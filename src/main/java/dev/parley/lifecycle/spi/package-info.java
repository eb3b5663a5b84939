/// What the lifecycle log needs from outside: a store of its rows.
@NamedInterface("spi")
@NullMarked
package dev.parley.lifecycle.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
