/// Streams in the simulator: a log whose whole past is known, clients that come and go, and the checker that holds what
/// they were written against that past.
@NullMarked
package dev.parley.simulation.streams;

import org.jspecify.annotations.NullMarked;
