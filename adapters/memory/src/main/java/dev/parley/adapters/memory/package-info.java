/// Every port in memory.
@ApplicationModule(displayName = "In memory")
@NullMarked
package dev.parley.adapters.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
