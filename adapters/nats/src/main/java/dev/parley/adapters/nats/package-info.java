/// The bus over core NATS.
@ApplicationModule(displayName = "NATS")
@NullMarked
package dev.parley.adapters.nats;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
