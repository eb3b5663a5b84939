/// The endpoints under /v1.
@NullMarked
package dev.parley.adapters.web.api;

import org.jspecify.annotations.NullMarked;
