/// What the jar does by its first argument.
@NamedInterface("commands")
@NullMarked
package dev.parley.server.commands;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
