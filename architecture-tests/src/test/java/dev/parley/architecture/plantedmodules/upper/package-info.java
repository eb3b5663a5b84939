/// A module with something inside.
@ApplicationModule(allowedDependencies = "lower")
@NullMarked
package dev.parley.architecture.plantedmodules.upper;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
