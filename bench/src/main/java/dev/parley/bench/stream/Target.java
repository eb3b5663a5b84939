package dev.parley.bench.stream;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// What a load is aimed at: how a connection asks it for its stream, how what comes is read, how a message is
/// published.
public interface Target {

    String name();

    /// How streams are read, in a word.
    String protocol();

    InetSocketAddress address();

    /// The request with which a connection begins.
    ///
    /// @param cursor where it was before, or empty
    byte[] opening(int connection, String cursor);

    /// Reads what follows the head of a good answer.
    ///
    /// @param cursor the one that the connection began with
    Stage stage(Head head, int connection, String cursor, Receiver receiver, Link link);

    /// Writes the request that publishes this text, which needs no escapes.
    void writePublish(int room, String text, ByteBuffer request);

    /// Whether an answer to [#writePublish] means that the message will be delivered.
    default boolean published(int status) {
        return status / 100 == 2;
    }
}
