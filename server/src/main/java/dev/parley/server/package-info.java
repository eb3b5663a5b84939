/// The composition of a server: which parts it is made of, how it starts, stops, and is watched.
@ApplicationModule(displayName = "Server")
@NullMarked
package dev.parley.server;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
