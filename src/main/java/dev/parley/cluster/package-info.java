/// The servers that share one store, and the lease under which each of them acts.
@ApplicationModule(
        displayName = "Cluster",
        allowedDependencies = {"kernel"})
@NullMarked
package dev.parley.cluster;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
