/// What the cluster needs from outside: a directory of nodes that all of them can read.
@NamedInterface("spi")
@NullMarked
package dev.parley.cluster.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
