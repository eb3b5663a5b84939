/// The servers that a load can be aimed at: how each is started, asked and read.
@NullMarked
package dev.parley.bench.peer;

import org.jspecify.annotations.NullMarked;
