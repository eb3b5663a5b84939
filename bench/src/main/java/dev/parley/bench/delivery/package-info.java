/// The commands that load servers with streams: `./parley bench load` and `./parley bench compare`.
@NullMarked
package dev.parley.bench.delivery;

import org.jspecify.annotations.NullMarked;
