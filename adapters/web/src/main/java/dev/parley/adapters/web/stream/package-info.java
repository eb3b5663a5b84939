/// Streams over WebFlux: their endpoints, and the way from the delivery engine into a connection.
@NullMarked
package dev.parley.adapters.web.stream;

import org.jspecify.annotations.NullMarked;
