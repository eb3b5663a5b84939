/// Every port in memory.
@NullMarked
package dev.parley.adapters.memory;

import org.jspecify.annotations.NullMarked;
