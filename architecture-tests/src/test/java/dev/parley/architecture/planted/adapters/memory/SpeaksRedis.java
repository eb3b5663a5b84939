package dev.parley.architecture.planted.adapters.memory;

import io.lettuce.core.RedisClient;

public class SpeaksRedis {

    RedisClient client;
}
