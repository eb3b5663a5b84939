/// What rooms need from outside: reading their state.
@NamedInterface("spi")
@NullMarked
package dev.parley.room.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
