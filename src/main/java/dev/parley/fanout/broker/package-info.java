/// A bus over any broker that can be reached by one connection at a time: connecting for ever,
/// confirmed subscriptions, bounds, and the watch over a broker that does not answer, written once for
/// every technology.
@NamedInterface("broker")
@NullMarked
package dev.parley.fanout.broker;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
