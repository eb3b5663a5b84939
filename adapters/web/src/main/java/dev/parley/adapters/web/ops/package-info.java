/// Probes and metrics.
@NullMarked
package dev.parley.adapters.web.ops;

import org.jspecify.annotations.NullMarked;
