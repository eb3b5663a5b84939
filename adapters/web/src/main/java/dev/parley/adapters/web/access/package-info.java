/// Tokens: issuing, checking and remembering them, and what guards dev mode.
@NullMarked
package dev.parley.adapters.web.access;

import org.jspecify.annotations.NullMarked;
