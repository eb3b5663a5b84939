/// What a room is and which rules hold in it: its state, and a cache of it that never is the reason for a refusal.
@ApplicationModule(
        displayName = "Room",
        allowedDependencies = {"kernel", "log", "log :: spi"})
@NullMarked
package dev.parley.room;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
