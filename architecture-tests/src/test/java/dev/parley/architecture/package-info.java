/// The boundaries that a pom cannot state, as rules; each rule is proved by violations planted for it.
@NullMarked
package dev.parley.architecture;

import org.jspecify.annotations.NullMarked;
