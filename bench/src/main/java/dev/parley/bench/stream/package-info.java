/// Very many connections that read streams, and publishers that keep to a timetable, on one thread.
@NullMarked
package dev.parley.bench.stream;

import org.jspecify.annotations.NullMarked;
