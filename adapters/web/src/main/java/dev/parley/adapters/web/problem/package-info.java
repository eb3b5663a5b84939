/// The one list of error codes, and problem documents made from them.
@NullMarked
package dev.parley.adapters.web.problem;

import org.jspecify.annotations.NullMarked;
