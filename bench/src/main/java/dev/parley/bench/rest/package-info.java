/// Publishing over REST beside a request that is authenticated, parsed and thrown away, on a server of its own.
@NullMarked
package dev.parley.bench.rest;

import org.jspecify.annotations.NullMarked;
