/// A module that may use no other, and does.
@ApplicationModule(allowedDependencies = {})
@NullMarked
package dev.parley.architecture.plantedmodules.lower;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
