package dev.parley.log.spi;

import dev.parley.kernel.JsonText;
import dev.parley.log.SystemEvent;

/// Renders a system event's data once, before it is appended; row, bus and frame carry these bytes. Never blocks.
@FunctionalInterface
public interface EventData {

    JsonText render(SystemEvent event);
}
