/// A seeded simulator that runs several nodes of the real core on a virtual clock, and the checker that judges the
/// runs.
@NullMarked
package dev.parley.simulation;

import org.jspecify.annotations.NullMarked;
