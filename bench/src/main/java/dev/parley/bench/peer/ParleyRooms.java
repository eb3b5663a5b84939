package dev.parley.bench.peer;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.Exchange;
import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.http.HttpLoad;
import dev.parley.bench.stream.RoomNames;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/// Creates the rooms of a load. One that is there already stays as it is.
public final class ParleyRooms implements Exchange {

    private static final Duration MOST = Duration.ofMinutes(2);
    private static final int LONGEST_REQUEST = 8 << 10;
    private static final int CREATED = 201;
    private static final int REPLACED = 200;

    private final RoomNames rooms;
    private final ParleyRequests requests;
    private final String settings;
    private int next;
    private int created;

    private ParleyRooms(InetSocketAddress server, RoomNames rooms, Access access, String settings) {
        this.rooms = rooms;
        this.settings = settings;
        this.requests = new ParleyRequests(server, access);
    }

    public static void create(InetSocketAddress server, RoomNames rooms, Access access) {
        create(server, rooms, access, "{}");
    }

    /// @param settings of each, as JSON
    static void create(InetSocketAddress server, RoomNames rooms, Access access, String settings) {
        var creation = new ParleyRooms(server, rooms, access, settings);
        try (var load = new HttpLoad(server, Math.min(8, rooms.count()))) {
            load.run(creation, MOST);
        }
        if (creation.created < rooms.count()) {
            throw BenchFailure.wrong("only " + creation.created + " of " + rooms.count() + " rooms were created within "
                    + MOST.toSeconds() + " s.");
        }
    }

    /// A request that is refused without a look at the log.
    public static byte[] refused(InetSocketAddress server, Access access, String room) {
        ByteBuffer request = ByteBuffer.allocate(LONGEST_REQUEST);
        new ParleyRequests(server, access).publishNothing(room, request);
        return Arrays.copyOf(request.array(), request.position());
    }

    @Override
    public int claim() {
        return next < rooms.count() ? next++ : -1;
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        requests.createRoom(rooms.name(n), settings, request);
    }

    @Override
    public void answered(int n, HttpAnswer answer, long nanos) {
        if (answer.status() != CREATED && answer.status() != REPLACED) {
            throw BenchFailure.cannotRun("room " + rooms.name(n) + " cannot be created: " + answer.text());
        }
        created++;
    }
}
