/// One sequenced log per room: append lanes with group commit, what may be appended, retention.
@ApplicationModule(displayName = "Log", allowedDependencies = "kernel")
@NullMarked
package dev.parley.log;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
