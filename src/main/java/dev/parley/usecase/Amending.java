package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.log.AppendLanes;
import dev.parley.log.spi.EventData;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomRules;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Edits and deletes messages: one's own for a while after they were sent, which needs `publish`, and any at any time
/// with `moderate`. Answers come on any thread.
public final class Amending {

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final RoomLog log;
    private final Offload offload;
    private final EventData eventData;
    private final ServerIds ids;

    /// @param random safe for use by several threads
    public Amending(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomLog log,
            Offload offload,
            EventData eventData,
            RandomGenerator random) {
        this.rooms = new Rooms(rules, policy);
        this.lanes = lanes;
        this.log = log;
        this.offload = offload;
        this.eventData = eventData;
        this.ids = new ServerIds(random);
    }

    /// @param session the stream of who asks, which may have asked not to hear its own; null = none
    /// @param id finds repeats; null = the server makes one
    public record Request(
            Principal who,
            @Nullable SessionId session,
            RoomId room,
            @Nullable ClientMessageId id) {}

    /// Replaces a message's data; answered with the message as it stands then.
    public void edit(Request request, MessageEdit edit, Consumer<Answer<Event>> answer) {
        new AmendAttempt(rooms, lanes, eventData, ids, request, edit, told -> onEdited(request, edit, told, answer))
                .begin();
    }

    private void onEdited(
            Request request, MessageEdit edit, Answer<AmendAttempt.Told> told, Consumer<Answer<Event>> answer) {
        switch (told) {
            case Answer.Refused<AmendAttempt.Told>(var refusal) -> answer.accept(Answer.refused(refusal));
            case Answer.Ok<AmendAttempt.Told>(AmendAttempt.Told(var event)) -> {
                if (event == null) {
                    answer.accept(Answer.refused(new Refusal.MessageDeleted()));
                    return;
                }
                var epoch = event.position().epoch();
                offload.run(
                        () -> OneMessage.find(log, request.room(), epoch, edit.seq()),
                        result -> answer.accept(
                                switch (result) {
                                    case Failed<Answer<Event>>(var cause) -> Answer.refused(Rooms.fault(cause));
                                    case Done<Answer<Event>>(var found) -> found;
                                }));
            }
        }
    }

    /// Leaves nothing of a message's data; answered alike when it was deleted before.
    public void delete(Request request, MessageEdit edit, Consumer<Answer<Boolean>> answer) {
        new AmendAttempt(
                        rooms,
                        lanes,
                        eventData,
                        ids,
                        request,
                        edit,
                        told -> answer.accept(
                                switch (told) {
                                    case Answer.Refused<AmendAttempt.Told>(var refusal) -> Answer.refused(refusal);
                                    case Answer.Ok<AmendAttempt.Told>(var what) -> Answer.ok(what.event() != null);
                                }))
                .begin();
    }
}
