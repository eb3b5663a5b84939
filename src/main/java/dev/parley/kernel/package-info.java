/// Identifiers, positions, events and the seams to time, chance and threads; knows no other module.
@ApplicationModule(
        displayName = "Kernel",
        allowedDependencies = {})
@NullMarked
package dev.parley.kernel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
