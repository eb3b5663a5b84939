/// Real servers and databases under load while they are killed, paused and cut off. What counts is what the
/// log's tables say afterwards, read by plain SQL, held against what was sent and answered.
@NullMarked
package dev.parley.faults;

import org.jspecify.annotations.NullMarked;
