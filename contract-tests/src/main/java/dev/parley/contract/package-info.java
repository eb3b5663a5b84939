/// What every adapter of a port promises, as tests to inherit.
@NullMarked
package dev.parley.contract;

import org.jspecify.annotations.NullMarked;
