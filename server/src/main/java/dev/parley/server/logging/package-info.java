/// How log lines look.
@NullMarked
package dev.parley.server.logging;

import org.jspecify.annotations.NullMarked;
