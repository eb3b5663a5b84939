/// A live room under a flood: viewers who keep account of what they are sent and told, and those who flood it.
@NullMarked
package dev.parley.bench.live;

import org.jspecify.annotations.NullMarked;
