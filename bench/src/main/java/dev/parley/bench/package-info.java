/// Load and append benchmarks: the command, and what all of them need.
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
