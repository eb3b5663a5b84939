/// Reading what clients send and writing what they get, as UTF-8 bytes.
@NullMarked
package dev.parley.adapters.web.json;

import org.jspecify.annotations.NullMarked;
