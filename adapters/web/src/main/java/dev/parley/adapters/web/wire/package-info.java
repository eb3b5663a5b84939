/// Guards below HTTP: deadlines, limits, and the answers Netty would leave empty.
@NullMarked
package dev.parley.adapters.web.wire;

import org.jspecify.annotations.NullMarked;
