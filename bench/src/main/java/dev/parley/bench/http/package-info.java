/// A small HTTP/1.1 load generator on one thread.
@NullMarked
package dev.parley.bench.http;

import org.jspecify.annotations.NullMarked;
