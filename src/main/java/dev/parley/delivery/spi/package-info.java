/// What delivery needs from outside: the bytes of frames, buffers for them, connections, and the threads
/// they live on.
@NamedInterface("spi")
@NullMarked
package dev.parley.delivery.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
