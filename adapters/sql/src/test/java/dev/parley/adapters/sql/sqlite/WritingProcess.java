package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.Messages;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.spi.RoomLog.Patience;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// A process that appends until it is killed, and prints what was acknowledged: `id seq`, a line each.
final class WritingProcess {

    static final Messages ROOM = Messages.to("lobby");
    static final int WRITERS = 8;

    private WritingProcess() {}

    /// @param arguments the folder, and a word that no id of another run begins with
    public static void main(String[] arguments) {
        var store = SqliteStore.open(Path.of(arguments[0]), InstantSource.system());
        store.roomLog().append(List.of(ROOM.creation()), Patience.WAIT);
        for (int writer = 0; writer < WRITERS; writer++) {
            String prefix = arguments[1] + "-" + writer + "-";
            Thread.ofPlatform().start(() -> write(store, prefix));
        }
    }

    private static void write(SqliteStore store, String prefix) {
        for (int i = 0; ; i++) {
            var batch = ROOM.messages(prefix + i + "-", 1 + i % 7);
            for (var result : store.roomLog().append(batch, Patience.WAIT)) {
                var event = ((Appended) result).event();
                System.out.println(event.clientMsgId() + " " + event.seq());
            }
        }
    }
}
