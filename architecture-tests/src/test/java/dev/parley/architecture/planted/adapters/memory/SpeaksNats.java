package dev.parley.architecture.planted.adapters.memory;

import io.nats.client.Connection;

public class SpeaksNats {

    Connection connection;
}
