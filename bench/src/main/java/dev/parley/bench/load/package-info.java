/// What is sent, what was acknowledged, and whether the store holds exactly that.
@NullMarked
package dev.parley.bench.load;

import org.jspecify.annotations.NullMarked;
