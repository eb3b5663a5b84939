/// The runnable server.
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;
