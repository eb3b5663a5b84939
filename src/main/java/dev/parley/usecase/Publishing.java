package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.log.AppendLanes;
import dev.parley.log.MessageTypes;
import dev.parley.room.RoomRules;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Publishes messages: authorise, decide from cached rules, append. The append transaction has the last word on the
/// rules; what was decided under older ones is decided again. Answers come on any thread.
public final class Publishing {

    /// Most messages of one call.
    public static final int MAX_MESSAGES = 500;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final ServerIds ids;
    private final boolean autoCreate;
    private final MessageTypes types;

    /// Nothing is decided about types for all rooms.
    public Publishing(
            RoomRules rules, AccessPolicy policy, AppendLanes lanes, RandomGenerator random, boolean autoCreate) {
        this(rules, policy, lanes, random, autoCreate, MessageTypes.NONE);
    }

    /// @param random safe for use by several threads
    /// @param autoCreate whether publishing into a room that does not exist creates it
    /// @param types what is decided about types where a room does not
    public Publishing(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RandomGenerator random,
            boolean autoCreate,
            MessageTypes types) {
        this.rooms = new Rooms(rules, policy);
        this.lanes = lanes;
        this.ids = new ServerIds(random);
        this.autoCreate = autoCreate;
        this.types = types;
    }

    public void publish(Principal who, RoomId room, Draft draft, Consumer<Answer<Published>> answer) {
        publish(who, null, room, draft, answer);
    }

    /// Publishes one message; needs `publish`.
    ///
    /// @param session see [#publishAll]
    public void publish(
            Principal who, @Nullable SessionId session, RoomId room, Draft draft, Consumer<Answer<Published>> answer) {
        publishAll(who, session, room, List.of(draft), answers -> answer.accept(answers.getFirst()));
    }

    /// Publishes up to [#MAX_MESSAGES] messages into one room. Each counts on its own; those accepted have seqs in the
    /// order of the list. The answers are in that order too.
    public void publishAll(Principal who, RoomId room, List<Draft> drafts, Consumer<List<Answer<Published>>> answers) {
        publishAll(who, null, room, drafts, answers);
    }

    /// The same on behalf of a stream.
    ///
    /// @param session the publisher's stream, which may have asked not to hear its own; null = none
    public void publishAll(
            Principal who,
            @Nullable SessionId session,
            RoomId room,
            List<Draft> drafts,
            Consumer<List<Answer<Published>>> answers) {
        if (drafts.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException("at most " + MAX_MESSAGES + " messages");
        }
        if (drafts.isEmpty()) {
            answers.accept(List.of());
        } else {
            new PublishAttempt(rooms, lanes, ids, autoCreate, types, who, session, room, drafts, answers).begin();
        }
    }
}
