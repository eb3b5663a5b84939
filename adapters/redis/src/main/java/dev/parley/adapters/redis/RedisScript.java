package dev.parley.adapters.redis;

import io.lettuce.core.codec.Base16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A script that Redis runs in one piece, with nothing in between. It makes up the names of its keys itself: it is
/// meant
/// for a single Redis, not for a Redis Cluster.
///
/// @param digest by what Redis knows it once it has seen it
record RedisScript(String text, String digest) {

    /// @param names resources beside this class, one after the other: what they share comes first
    static RedisScript of(String... names) {
        var text = new StringBuilder();
        for (String name : names) {
            text.append(read(name)).append('\n');
        }
        String script = text.toString();
        return new RedisScript(script, Base16.digest(script.getBytes(StandardCharsets.UTF_8)));
    }

    private static String read(String name) {
        try (var in = RedisScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no such script: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
