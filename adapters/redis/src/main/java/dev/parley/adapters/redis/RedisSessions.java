package dev.parley.adapters.redis;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.PresentUser;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sessions as the scripts write them. Epochs are texts there, because their numbers are not as exact.
final class RedisSessions {

    private static final String NO_GRACE = "0";
    private static final String NO_AGE = "0";

    private RedisSessions() {}

    static Stream<String> arguments(SessionChange change) {
        return switch (change) {
            case SessionChange.Join join -> arguments("join", join.entry(), "", NO_GRACE, millis(join.age()));
            case SessionChange.Rejoin rejoin ->
                arguments("rejoin", rejoin.entry(), rejoin.spare().toString(), NO_GRACE, millis(rejoin.age()));
            case SessionChange.Leave leave -> {
                yield Stream.concat(
                        key("leave", leave.key()),
                        Stream.of("", "", "", leave.cause().wire(), millis(leave.grace()), NO_AGE));
            }
            case SessionChange.Restore restore ->
                arguments("restore", restore.entry(), "", millis(restore.grace()), NO_AGE);
        };
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }

    private static Stream<String> key(String kind, SessionKey key) {
        return Stream.of(
                kind, key.room().value(), key.session().value(), key.epoch().toString());
    }

    private static Stream<String> arguments(String kind, SessionEntry entry, String more, String grace, String age) {
        return Stream.concat(
                key(kind, entry.key()),
                Stream.of(
                        entry.user().value(),
                        optional(entry.name()),
                        entry.node().value(),
                        more,
                        grace,
                        age));
    }

    private static String optional(@Nullable String text) {
        return text == null ? "" : "=" + text;
    }

    private static @Nullable String optional(Object told) {
        String text = (String) told;
        return text.isEmpty() ? null : text.substring(1);
    }

    static SessionResult result(String told) {
        return switch (told.charAt(0)) {
            case 'p' -> present(told.substring(1));
            case 's' -> new SessionResult.Superseded();
            case 'd' -> new SessionResult.Departing();
            default -> new SessionResult.Noted();
        };
    }

    private static SessionResult present(String told) {
        String[] parts = told.split(" ", 2);
        return new SessionResult.Present(
                new ConnectionEpoch(Long.parseLong(parts[0])), parts.length == 1 ? null : new NodeId(parts[1]));
    }

    static Departure departure(List<?> row) {
        var key = new SessionKey(
                new RoomId((String) row.get(0)),
                new SessionId((String) row.get(1)),
                new ConnectionEpoch(Long.parseLong((String) row.get(2))));
        var entry = new SessionEntry(
                key, new UserId((String) row.get(3)), optional(row.get(4)), new NodeId((String) row.get(5)));
        return new Departure(
                entry,
                LeaveCause.of((String) row.get(6)),
                row.get(7).equals(1L),
                row.get(8).equals(1L));
    }

    /// @param told of each user his id, name and sessions
    static List<PresentUser> users(List<?> told) {
        var users = new ArrayList<PresentUser>();
        for (int i = 0; i < told.size(); i += 3) {
            users.add(
                    new PresentUser(new UserId((String) told.get(i)), optional(told.get(i + 1)), Math.toIntExact((Long)
                            told.get(i + 2))));
        }
        return users;
    }
}
