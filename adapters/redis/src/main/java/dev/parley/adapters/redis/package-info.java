/// The bus over Redis' Pub/Sub.
@ApplicationModule(displayName = "Redis")
@NullMarked
package dev.parley.adapters.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
