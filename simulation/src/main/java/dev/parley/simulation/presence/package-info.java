/// Several nodes that keep presence over one registry that errs, hangs and forgets, judged by what the
/// clients did.
@NullMarked
package dev.parley.simulation.presence;

import org.jspecify.annotations.NullMarked;
