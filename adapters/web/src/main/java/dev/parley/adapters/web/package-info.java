/// REST, streams and security over WebFlux.
@ApplicationModule(displayName = "Web")
@NullMarked
package dev.parley.adapters.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
