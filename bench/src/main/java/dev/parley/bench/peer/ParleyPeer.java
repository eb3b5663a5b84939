package dev.parley.bench.peer;

import dev.parley.ParleyServer;
import dev.parley.bench.server.JavaCommand;
import dev.parley.bench.server.ServerUnderLoad;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Parley itself, with the durable log on SQLite and signed tokens, read by server-sent events.
public final class ParleyPeer implements Peer {

    /// Beside the streams: publishers, and whoever looks whether the server is ready.
    private static final int OTHER_CONNECTIONS = 200;

    private final ServerUnderLoad server;
    private final String secret;
    private final int connections;

    private ParleyPeer(ServerUnderLoad server, String secret, int connections) {
        this.server = server;
        this.secret = secret;
        this.connections = connections;
    }

    /// @param before what comes before the command, to choose a core for instance
    /// @param flags more flags for its JVM
    /// @param arguments more arguments for the server
    public static ParleyPeer start(
            Path folder, List<String> before, List<String> flags, List<String> arguments, int connections) {
        String secret = UUID.randomUUID() + UUID.randomUUID().toString();
        List<String> all = new ArrayList<>();
        all.add("--parley.limits.connections=" + (connections + OTHER_CONNECTIONS));
        all.addAll(arguments);
        var server =
                ServerUnderLoad.start(JavaCommand.ofServer(ParleyServer.class, flags), folder, secret, before, all);
        return new ParleyPeer(server, secret, connections);
    }

    public ServerUnderLoad server() {
        return server;
    }

    /// What its tokens are signed with.
    public String secret() {
        return secret;
    }

    public Access access(RoomNames rooms) {
        return Access.signed(secret, rooms.prefix(), 0, connections);
    }

    @Override
    public Target target(RoomNames rooms) {
        Access access = access(rooms);
        ParleyRooms.create(server.address(), rooms, access);
        return new ParleySse(server.address(), rooms, access);
    }

    @Override
    public ServerFigures figures() {
        return server.figures();
    }

    @Override
    public String description() {
        return "SQLite with every commit forced to disk, a signed token for each connection, SSE";
    }

    @Override
    public void close() {
        server.close();
    }
}
