/// What access needs from outside: the keys that sign the server's own tokens, and making such tokens.
@NamedInterface("spi")
@NullMarked
package dev.parley.access.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
