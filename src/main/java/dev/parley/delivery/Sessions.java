package dev.parley.delivery;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import java.util.Collection;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the open streams. A session has one connection: the newest. It holds no more than there
/// are open streams. Any thread.
final class Sessions {

    private static final String BEHIND_ALL = "\uFFFF";

    /// Ordered by user.
    private record SessionKey(String user, String session) implements Comparable<SessionKey> {

        @Override
        public int compareTo(SessionKey other) {
            int users = user.compareTo(other.user);
            return users == 0 ? session.compareTo(other.session) : users;
        }
    }

    private final ConcurrentNavigableMap<SessionKey, Stream> streams = new ConcurrentSkipListMap<>();

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

    @Nullable
    Stream of(UserId user, SessionId session) {
        return streams.get(new SessionKey(user.value(), session.value()));
    }

    /// All of this user's.
    Collection<Stream> of(UserId user) {
        return streams.subMap(new SessionKey(user.value(), ""), new SessionKey(user.value(), BEHIND_ALL))
                .values();
    }

    private static SessionKey key(Stream stream) {
        return new SessionKey(stream.user().value(), stream.session().value());
    }
}
