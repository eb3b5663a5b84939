/// Every key of the configuration, its values, its presets, and what is refused.
@NullMarked
package dev.parley.server.configuration;

import org.jspecify.annotations.NullMarked;
