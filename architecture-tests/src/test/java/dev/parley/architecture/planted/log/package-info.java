/// Violations planted in a core module: every method and field here breaks a rule.
@NullMarked
package dev.parley.architecture.planted.log;

import org.jspecify.annotations.NullMarked;
