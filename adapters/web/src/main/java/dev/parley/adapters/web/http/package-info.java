/// Requests, replies and routes: what every endpoint has in common.
@NullMarked
package dev.parley.adapters.web.http;

import org.jspecify.annotations.NullMarked;
