/// Server-sent events as bytes.
@NullMarked
package dev.parley.adapters.web.sse;

import org.jspecify.annotations.NullMarked;
