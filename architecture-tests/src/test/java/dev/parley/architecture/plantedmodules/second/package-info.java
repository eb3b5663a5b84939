/// The other half.
@ApplicationModule
@NullMarked
package dev.parley.architecture.plantedmodules.second;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
