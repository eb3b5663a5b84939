/// What access needs from outside: the keys that sign the server's own tokens, making such tokens, and backends' keys.
@NamedInterface("spi")
@NullMarked
package dev.parley.access.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
