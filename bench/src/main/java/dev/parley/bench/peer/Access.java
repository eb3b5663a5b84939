package dev.parley.bench.peer;

import dev.parley.bench.server.Token;
import java.util.List;
import java.util.stream.IntStream;

/// The tokens of a load, made before it begins.
///
/// @param members one for each connection, or one for all
/// @param administrator creates the rooms
public record Access(List<String> members, String administrator) {

    /// Everybody is somebody else, as in life.
    public static Access signed(String secret, String roomPrefix, int first, int connections) {
        return new Access(
                IntStream.range(first, first + connections)
                        .mapToObj(i -> Token.member(secret, "reader" + i, roomPrefix))
                        .toList(),
                Token.administrator(secret));
    }

    /// One token for everything.
    public static Access shared(String token) {
        return new Access(List.of(token), token);
    }

    String member(int connection) {
        return members.get(Math.floorMod(connection, members.size()));
    }
}
