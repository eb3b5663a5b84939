/// WebSocket: frames of both directions and what is said over them.
@NullMarked
package dev.parley.adapters.web.socket;

import org.jspecify.annotations.NullMarked;
