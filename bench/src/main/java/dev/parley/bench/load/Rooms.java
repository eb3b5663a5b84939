package dev.parley.bench.load;

import dev.parley.bench.BenchFailure;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.RoomLog.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The rooms of one round and the messages that go into them. Message n is the same whenever it is asked for: which
/// room, which sender, which content. Immutable.
public final class Rooms {

    private static final int SENDERS = 50;
    private static final int MOST_IN_A_BATCH = 500;
    private static final EventType TEXT = new EventType("text");
    private static final RoomSettings SETTINGS = RoomSettings.defaults(RoomKind.DURABLE);
    /// Makes data of 150 bytes, a line of chat.
    private static final String FILLING = "and so it goes on, line after line, ".repeat(3) + "until all is said";

    private final String prefix;
    private final List<RoomId> ids;
    private final RoomTerms terms;
    private final List<Author> authors;

    /// @param prefix begins the ids of these rooms and of no others
    public Rooms(String prefix, int count) {
        this.prefix = prefix;
        this.ids = IntStream.range(0, count)
                .mapToObj(i -> new RoomId(String.format(Locale.ROOT, "%s%05d", prefix, i)))
                .toList();
        this.terms = RoomTerms.ofNew(Life.draw(new SplittableRandom(prefix.hashCode())), SETTINGS);
        this.authors = IntStream.range(0, SENDERS)
                .mapToObj(i -> new Author(Sender.of(new UserId("user" + i)), "User " + i))
                .toList();
    }

    public String prefix() {
        return prefix;
    }

    public List<RoomId> ids() {
        return ids;
    }

    public void create(RoomLog log) {
        for (int from = 0; from < ids.size(); from += MOST_IN_A_BATCH) {
            List<Append> batch = new ArrayList<>();
            ids.subList(from, Math.min(ids.size(), from + MOST_IN_A_BATCH)).forEach(id -> batch.add(creation(id)));
            log.append(batch, Patience.WAIT).forEach(result -> {
                if (!(result instanceof Applied)) {
                    throw BenchFailure.wrong("a room could not be created: " + result + ".");
                }
            });
        }
    }

    private Append creation(RoomId id) {
        var change = new CreateRoom(terms.life(), RoomKind.DURABLE, SETTINGS);
        var hash = ContentHash.ofChange("create", JsonText.of("{}"));
        return new Append(id, authors.getFirst(), new ClientMessageId("~create"), hash, null, change, terms);
    }

    public Append message(int n) {
        JsonText data = JsonText.of(data(n));
        return Append.ofEvent(
                room(n),
                authors.get(n % SENDERS),
                new ClientMessageId(Integer.toString(n)),
                ContentHash.ofMessage("text", null, 0, null, data),
                new NewEvent(TEXT, Tier.HIGH, 0, null, data),
                terms);
    }

    /// Spread evenly, without a pattern that a store could profit from.
    public RoomId room(int n) {
        long mixed = (n + 1L) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ids.get((int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), ids.size()));
    }

    public String data(int n) {
        return "{\"n\":" + n + ",\"text\":\"" + FILLING + "\"}";
    }
}
