/// `./parley fleet`: several servers with their services on one machine, to try a fleet out.
@NullMarked
package dev.parley.fleet;

import org.jspecify.annotations.NullMarked;
