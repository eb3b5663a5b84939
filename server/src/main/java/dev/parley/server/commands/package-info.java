/// What the jar does by its first argument.
@NullMarked
package dev.parley.server.commands;

import org.jspecify.annotations.NullMarked;
