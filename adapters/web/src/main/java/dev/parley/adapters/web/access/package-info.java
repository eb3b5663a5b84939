/// Tokens: issuing, checking and remembering them, and what guards dev mode.
@NamedInterface("access")
@NullMarked
package dev.parley.adapters.web.access;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
