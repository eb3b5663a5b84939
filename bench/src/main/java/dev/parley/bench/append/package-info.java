/// The append path: lanes with group commit beside one transaction a message, over the stores as the server has them.
@NullMarked
package dev.parley.bench.append;

import org.jspecify.annotations.NullMarked;
