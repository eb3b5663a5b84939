package dev.parley.simulation.streams;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.simulation.streams.CountedBuffers.Content;
import dev.parley.simulation.streams.Frame.Message;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts what happened on one lane of what can go wrong there.
public final class LaneCoverage implements LaneWatch {

    public enum Kind {
        /// Writes of a pass's buffer, and of them those of one that was written before.
        PASS_WRITE,
        SHARED_WRITE,
        /// Passes that took more than one task, and what came between two of their writes.
        SLICED_PASS,
        JOIN_IN_MID_PASS,
        LEAVE_IN_MID_PASS,
        TAKEOVER_IN_MID_PASS,
        /// The same for rooms of sockets.
        SUBSCRIBED_IN_MID_PASS,
        SUBSCRIBED_AGAIN_IN_MID_PASS,
        UNSUBSCRIBED_IN_MID_PASS,
        PASS_WRITE_TO_A_SOCKET,
        BLOCKED_IN_MID_PASS,
        /// Streams a pass came to that stood in the midst of it, or took nothing.
        BETWEEN_BOTH_ENDS,
        BLOCKED_AT_A_PASS,
        /// A pass so full that the rest is for the next.
        FULL_PASS,
        /// A pass holds what a session published that wants no echo.
        OWN_ECHO_IN_A_PASS,
        /// More filters than are merged.
        MANY_FILTERS,
        SEVERAL_ROOMS_IN_A_WRITE,
        /// Streams that a pass had served before.
        DROPPED_LATER,
        EPOCH_CHANGED_LATER,
        DESTROYED_LATER,
        EXPIRED_CURSOR_LATER,
        OVERLOADED,
        /// It would have taken more, and pins too much for that.
        CONNECTION_AT_ITS_BOUND,
        NODE_AT_ITS_BOUND,
        SENT_AWAY_FOR_WHAT_IT_PINS
    }

    /// How many filters a room merges on a lane.
    private static final int MERGED = 8;

    private static final int FULL = 24 << 10;

    private static final class Member {
        final Map<RoomId, Message> newest = new HashMap<>();
        boolean blocked = true;
        boolean passed;

        @Nullable
        String session;
    }

    private final LogHistory log;
    private final Map<Kind, Integer> counts;
    private final Map<Transcript, Member> members = new LinkedHashMap<>();
    /// The last buffer of each room, as long as it may be under way.
    private final Map<RoomId, Content> passes = new HashMap<>();
    /// What has to be counted if the buffer is written once more.
    private final Map<RoomId, Map<Kind, Integer>> since = new HashMap<>();

    LaneCoverage(LogHistory log, Map<Kind, Integer> counts) {
        this.log = log;
        this.counts = counts;
    }

    private void count(Kind kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    private void count(Kind kind, boolean holds) {
        if (holds) {
            count(kind);
        }
    }

    /// Counts if the pass that is under way in one of its rooms goes on.
    private void inMidPass(Kind kind, Collection<RoomId> rooms) {
        for (RoomId room : rooms) {
            if (passes.containsKey(room)) {
                since.computeIfAbsent(room, _ -> new HashMap<>()).merge(kind, 1, Integer::sum);
            }
        }
    }

    @Override
    public void task(long at) {
        inMidPass(Kind.SLICED_PASS, passes.keySet());
    }

    @Override
    public void joined(Transcript who) {
        members.put(who, new Member());
        inMidPass(Kind.JOIN_IN_MID_PASS, who.rooms());
    }

    @Override
    public void subscribed(Transcript who, RoomId room, boolean again) {
        inMidPass(again ? Kind.SUBSCRIBED_AGAIN_IN_MID_PASS : Kind.SUBSCRIBED_IN_MID_PASS, Set.of(room));
    }

    @Override
    public void unsubscribed(Transcript who, RoomId room) {
        inMidPass(Kind.UNSUBSCRIBED_IN_MID_PASS, Set.of(room));
    }

    @Override
    public void left(Transcript who) {
        if (members.remove(who) != null) {
            inMidPass(Kind.LEAVE_IN_MID_PASS, who.rooms());
        }
    }

    /// Without last words: another connection of the session has taken its place.
    @Override
    public void ended(Transcript who) {
        boolean lastWords = who.sights().getLast() instanceof Transcript.Written(var _, var frame)
                && (frame instanceof Frame.Reconnect
                        || frame instanceof Frame.Problem
                        || frame instanceof Frame.Closed);
        if (!lastWords) {
            inMidPass(Kind.TAKEOVER_IN_MID_PASS, who.rooms());
        }
    }

    @Override
    public void blocked(Transcript who) {
        member(who).blocked = true;
        inMidPass(Kind.BLOCKED_IN_MID_PASS, who.rooms());
    }

    @Override
    public void freed(Transcript who) {
        member(who).blocked = false;
    }

    private Member member(Transcript who) {
        return members.computeIfAbsent(who, _ -> new Member());
    }

    @Override
    public void wrote(LaneWrite write) {
        Member member = member(write.to());
        if (write.pass()) {
            pass(write);
            member.passed = true;
        } else {
            count(
                    Kind.SEVERAL_ROOMS_IN_A_WRITE,
                    write.content().messages().stream()
                                    .map(Message::room)
                                    .distinct()
                                    .count()
                            > 1);
            write.content().frames().forEach(frame -> note(member, frame));
        }
        write.content().messages().forEach(message -> member.newest.put(message.room(), message));
    }

    private void note(Member member, Frame frame) {
        switch (frame) {
            case Frame.Hello hello -> member.session = hello.session();
            case Frame.Dropped _ -> count(Kind.DROPPED_LATER, member.passed);
            case Frame.Gap gap
            when gap.reason().equals("epoch-changed") -> count(Kind.EPOCH_CHANGED_LATER, member.passed);
            case Frame.Gap gap
            when gap.reason().equals("cursor-expired") -> count(Kind.EXPIRED_CURSOR_LATER, member.passed);
            case Frame.Closed closed ->
                count(Kind.DESTROYED_LATER, member.passed && closed.reason().equals("destroyed"));
            case Frame.Reconnect reconnect -> {
                count(Kind.OVERLOADED, reconnect.reason().equals("overloaded"));
                count(Kind.SENT_AWAY_FOR_WHAT_IT_PINS, reconnect.reason().equals("slow"));
            }
            default -> {}
        }
    }

    private void pass(LaneWrite write) {
        count(Kind.PASS_WRITE);
        count(Kind.PASS_WRITE_TO_A_SOCKET, write.to().socket());
        RoomId room = write.content().messages().getFirst().room();
        if (passes.put(room, write.content()) == write.content()) {
            count(Kind.SHARED_WRITE);
            since.getOrDefault(room, Map.of()).forEach((kind, times) -> counts.merge(kind, times, Integer::sum));
        } else {
            begins(room, write.content());
        }
        since.remove(room);
    }

    private void begins(RoomId room, Content content) {
        count(Kind.FULL_PASS, content.bytes() > FULL);
        count(Kind.MANY_FILTERS, filters(room) > MERGED);
        count(Kind.BETWEEN_BOTH_ENDS, any(room, member -> within(member.newest.get(room), content)));
        count(Kind.BLOCKED_AT_A_PASS, any(room, member -> member.blocked));
        Set<String> publishers =
                content.messages().stream().map(this::publisher).collect(Collectors.toSet());
        count(
                Kind.OWN_ECHO_IN_A_PASS,
                members.entrySet().stream()
                        .anyMatch(entry -> !entry.getKey().ask().echo()
                                && entry.getValue().session != null
                                && publishers.contains(entry.getValue().session)));
    }

    private boolean any(RoomId room, Predicate<Member> such) {
        return members.entrySet().stream()
                .anyMatch(entry -> entry.getKey().rooms().contains(room) && such.test(entry.getValue()));
    }

    private long filters(RoomId room) {
        Set<TypeFilter> filters = new HashSet<>();
        members.keySet().forEach(who -> {
            if (who.rooms().contains(room)) {
                filters.add(who.types(room));
            }
        });
        return filters.size();
    }

    private static boolean within(@Nullable Message newest, Content content) {
        Message first = content.messages().getFirst();
        return newest != null
                && newest.epoch().equals(first.epoch())
                && newest.seq() >= first.seq()
                && newest.seq() < content.messages().getLast().seq();
    }

    private @Nullable String publisher(Message message) {
        RoomLife life = log.life(message.room(), message.epoch());
        Event event = life == null ? null : life.event(message.seq(), Long.MAX_VALUE);
        return event == null ? null : log.session(event);
    }
}
