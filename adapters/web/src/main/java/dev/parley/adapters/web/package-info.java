/// REST, streams and security over WebFlux.
@NullMarked
package dev.parley.adapters.web;

import org.jspecify.annotations.NullMarked;
