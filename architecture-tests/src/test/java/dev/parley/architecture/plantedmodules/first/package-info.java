/// One half of a cycle.
@ApplicationModule
@NullMarked
package dev.parley.architecture.plantedmodules.first;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
