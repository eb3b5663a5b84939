package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.Streams;
import dev.parley.delivery.Tails;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomTraffic;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.util.function.Consumer;

/// Tells what this node took and refused for a room, and who follows the room here; needs `moderate`. Other
/// nodes have numbers of their own. Answers come on any thread.
public final class RoomStatistics {

    private final Rooms rooms;
    private final RoomTraffic traffic;
    private final Tails tails;
    private final Streams streams;

    public RoomStatistics(RoomRules rules, AccessPolicy policy, RoomTraffic traffic, Tails tails, Streams streams) {
        this.rooms = new Rooms(rules, policy);
        this.traffic = traffic;
        this.tails = tails;
        this.streams = streams;
    }

    public void of(Principal who, RoomId room, Consumer<Answer<RoomStats>> answer) {
        rooms.reload(who, room, Permission.MODERATE, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    streams.audience(
                            room,
                            audience -> answer.accept(
                                    Answer.ok(new RoomStats(traffic.of(room), tails.shed(room), audience))));
            }
        });
    }
}
