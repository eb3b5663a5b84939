/// Who may do what, and why: principals, grants, and the one decision function.
@ApplicationModule(
        displayName = "Access",
        allowedDependencies = {"kernel", "log", "room"})
@NullMarked
package dev.parley.access;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
