package dev.parley.delivery;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The sessions of the open streams. A session has one connection: the newest. It holds no more than there
/// are open streams. Any thread.
final class Sessions {

    private record SessionKey(UserId user, SessionId session) {}

    private final Map<SessionKey, Stream> streams = new ConcurrentHashMap<>();

    /// The older connection of its session gives way.
    void register(Stream stream) {
        streams.merge(key(stream), stream, Sessions::newer);
    }

    /// The one that was asked for later, though the other may have been opened later.
    private static Stream newer(Stream known, Stream opened) {
        boolean late = known.askedAt() > opened.askedAt();
        Stream older = late ? opened : known;
        older.lane().execute(older::takenOver);
        return late ? known : opened;
    }

    /// Only this connection is removed: a newer one of the session stays.
    void forget(Stream stream) {
        streams.remove(key(stream), stream);
    }

    private static SessionKey key(Stream stream) {
        return new SessionKey(stream.reader().user(), stream.session());
    }
}
