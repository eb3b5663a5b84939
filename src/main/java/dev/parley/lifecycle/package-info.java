/// Who came and went, which rooms were occupied and vacated, created and destroyed: a log that backends pull.
@ApplicationModule(
        displayName = "Lifecycle",
        allowedDependencies = {"kernel", "log", "room", "presence", "presence :: spi"})
@NullMarked
package dev.parley.lifecycle;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
