/// Server processes that are measured: starting them on a core of their own, and what they use.
@NullMarked
package dev.parley.bench.server;

import org.jspecify.annotations.NullMarked;
