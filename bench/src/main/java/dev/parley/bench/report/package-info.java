/// What was measured, what it was measured against, and how that is written down.
@NullMarked
package dev.parley.bench.report;

import org.jspecify.annotations.NullMarked;
