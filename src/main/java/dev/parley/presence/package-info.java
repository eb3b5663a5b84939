/// Who is connected now, on any node: the sessions in rooms under their connection epochs, kept in a registry
/// that all nodes share and that may forget, fail or hang without anybody's messages noticing.
@ApplicationModule(
        displayName = "Presence",
        allowedDependencies = {"kernel", "cluster", "cluster :: spi"})
@NullMarked
package dev.parley.presence;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
