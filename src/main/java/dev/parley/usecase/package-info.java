/// The driving ports that the wire calls: authorise, decide, append; and reading back.
@ApplicationModule(
        displayName = "Use cases",
        allowedDependencies = {
            "kernel",
            "log",
            "log :: spi",
            "room",
            "room :: spi",
            "access",
            "delivery",
            "delivery :: spi",
            "presence",
            "presence :: spi",
            "lifecycle",
            "lifecycle :: spi"
        })
@NullMarked
package dev.parley.usecase;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
