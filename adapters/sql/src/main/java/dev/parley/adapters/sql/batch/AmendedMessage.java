package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.JsonText;

/// What a row of `message` is to become.
public record AmendedMessage(MessageRef message, JsonText data, Amendment amendment) {}
