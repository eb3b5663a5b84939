/// How nodes hear of each other's events: the modes, written once over a bus that is a doorbell and never a mailbox.
@ApplicationModule(
        displayName = "Fanout",
        allowedDependencies = {"kernel", "log", "presence"})
@NullMarked
package dev.parley.fanout;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
