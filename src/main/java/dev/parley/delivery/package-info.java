/// How a committed event reaches those who read: the newest stretch of each active room's log in memory, and
/// streams as cursors over it that catch up from the log when they fall behind.
@ApplicationModule(
        displayName = "Delivery",
        allowedDependencies = {"kernel", "log", "log :: spi", "room", "room :: spi", "fanout"})
@NullMarked
package dev.parley.delivery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
