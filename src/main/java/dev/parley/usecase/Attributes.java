package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendLanes;
import dev.parley.log.Attribute;
import dev.parley.log.spi.EventData;
import dev.parley.room.ChangedAttributes;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomSnapshot;
import dev.parley.room.RoomState;
import dev.parley.room.spi.AttributeReader;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Reads and changes what rooms hold beside their logs. Reading needs `subscribe`, changing `publish`, and `moderate`
/// with force. Answers come on any thread.
public final class Attributes {

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final AttributeReader reader;
    private final Offload offload;
    private final EventData eventData;
    private final ServerIds ids;

    /// @param random safe for use by several threads
    public Attributes(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            AttributeReader reader,
            Offload offload,
            EventData eventData,
            RandomGenerator random) {
        this.rooms = new Rooms(rules, policy);
        this.lanes = lanes;
        this.reader = reader;
        this.offload = offload;
        this.eventData = eventData;
        this.ids = new ServerIds(random);
    }

    /// The room with all its attributes and the position they belong to.
    public void snapshot(Principal who, RoomId room, Consumer<Answer<RoomSnapshot>> answer) {
        read(who, room, answer, () -> reader.snapshot(room), Answer::ok);
    }

    /// One attribute.
    public void get(Principal who, RoomId room, AttributeKey key, Consumer<Answer<Attribute>> answer) {
        read(
                who,
                room,
                answer,
                () -> reader.snapshot(room),
                snapshot -> snapshot.attributes().stream()
                        .filter(attribute -> attribute.key().equals(key))
                        .findAny()
                        .map(Answer::ok)
                        .orElseGet(() -> Answer.refused(new Refusal.AttributeNotFound())));
    }

    /// What has changed after a position. Refused when the log, or the memory of what was removed, does not reach back
    /// that far: then a snapshot is the way.
    public void changes(Principal who, RoomId room, Position after, Consumer<Answer<AttributeStretch>> answer) {
        read(who, room, answer, () -> reader.changes(room, after.seq()), changes -> stretch(after, changes));
    }

    private static Answer<AttributeStretch> stretch(Position after, ChangedAttributes found) {
        if (!after.epoch().equals(found.epoch())) {
            return Answer.refused(new Refusal.EpochChanged(found.epoch(), found.first(), found.head()));
        }
        if (after.seq() > found.head()) {
            return Answer.refused(new Refusal.CursorAhead(found.epoch(), found.first(), found.head()));
        }
        return found.complete()
                ? Answer.ok(new AttributeStretch(found.items(), new Position(found.epoch(), found.head())))
                : Answer.refused(new Refusal.CursorExpired(found.epoch(), found.first(), found.head()));
    }

    private <F, T> void read(
            Principal who,
            RoomId room,
            Consumer<Answer<T>> answer,
            Callable<Optional<F>> call,
            Function<F, Answer<T>> found) {
        rooms.open(who, room, Permission.SUBSCRIBE, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    offload.run(
                            call,
                            result -> answer.accept(
                                    switch (result) {
                                        case Failed<Optional<F>>(var cause) -> Answer.refused(Rooms.fault(cause));
                                        case Done<Optional<F>>(var read) ->
                                            read.map(found).orElseGet(() -> Answer.refused(rooms.absent(who, room)));
                                    }));
            }
        });
    }

    /// Sets and removes, all of it or nothing.
    public void change(Principal who, RoomId room, AttributePatch patch, Consumer<Answer<AttributeResult>> answer) {
        new AttributeAttempt(rooms, lanes, eventData, ids, who, room, patch, answer).begin();
    }
}
