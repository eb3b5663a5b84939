/// The front door: requests for streams are taken before WebFlux, answered by the same Spring application, and leave
/// nothing but a bare connection behind.
@NullMarked
package dev.parley.adapters.web.door;

import org.jspecify.annotations.NullMarked;
