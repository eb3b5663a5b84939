package dev.parley.adapters.redis;

/// Redis has not answered in time, or has refused. What was asked may have been carried out all the same.
final class RedisUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedisUnavailableException(Throwable cause) {
        super("Redis cannot be used: " + RedisErrors.reason(cause), cause);
    }
}
