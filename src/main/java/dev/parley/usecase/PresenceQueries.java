package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision;
import dev.parley.access.Principal;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.OffloadFullException;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.PresenceMode;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells who is where, and who came and went. Answers come on any thread.
public final class PresenceQueries {

    public static final int MAX_PAGE = 500;

    private static final Logger log = LoggerFactory.getLogger(PresenceQueries.class);

    private final Rooms rooms;
    private final PresenceRegistry registry;
    private final LifecycleLog lifecycle;
    private final Offload offload;
    private final LifecycleWaits waits;

    public PresenceQueries(
            RoomRules rules,
            AccessPolicy policy,
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            Offload offload,
            LifecycleWaits waits) {
        this.rooms = new Rooms(rules, policy);
        this.registry = registry;
        this.lifecycle = lifecycle;
        this.offload = offload;
        this.waits = waits;
    }

    /// Who is in the room; needs `subscribe`.
    ///
    /// @param after the page begins behind this one, who need not be there; null = at the beginning
    /// @param limit 1–[#MAX_PAGE]
    public void presence(
            Principal who, RoomId room, @Nullable UserId after, int limit, Consumer<Answer<PresenceView>> answer) {
        visible(who, room, answer, state -> {
            PresenceMode mode = state.settings().presence();
            if (mode != PresenceMode.LIST) {
                return new PresenceView(mode, count(room), List.of(), null);
            }
            PresencePage page = registry.page(room, after, limit);
            return new PresenceView(
                    mode,
                    page.occupancy(),
                    page.users(),
                    page.more() ? page.users().getLast().user() : null);
        });
    }

    /// How many are in the room; needs `subscribe`.
    public void occupancy(Principal who, RoomId room, Consumer<Answer<Occupancy>> answer) {
        visible(who, room, answer, _ -> count(room));
    }

    private Occupancy count(RoomId room) {
        return Objects.requireNonNull(registry.occupancy(List.of(room)).get(room));
    }

    private interface Look<T> {
        T at(RoomState room);
    }

    private <T> void visible(Principal who, RoomId room, Consumer<Answer<T>> answer, Look<T> look) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState>(var state)
                when state.settings().presence() == PresenceMode.OFF ->
                    answer.accept(Answer.refused(new Refusal.PresenceOff()));
                case Answer.Ok<RoomState>(var state) ->
                    ask(() -> Answer.ok(look.at(state)), PresenceQueries::fault, answer);
            }
        });
    }

    /// What happened in all rooms; for backends and administrators.
    ///
    /// @param after the position before the first row; null = from the oldest that is kept
    /// @param limit 1–[#MAX_PAGE]
    /// @param patience when nothing follows the position yet, waits so long for it; counts with a position only
    public void lifecycle(
            Principal who,
            @Nullable Long after,
            int limit,
            Duration patience,
            Consumer<Answer<LifecycleStretch>> answer) {
        if (!who.admin() && !who.apiKey()) {
            answer.accept(Answer.refused(new Refusal.Forbidden(Decision.Rule.NO_GRANT)));
        } else if (after == null || patience.isZero()) {
            ask(() -> stretch(after, limit), Rooms::fault, answer);
        } else {
            ask(() -> stretch(after, limit), Rooms::fault, found -> waitFor(after, limit, patience, found, answer));
        }
    }

    private void waitFor(
            long after,
            int limit,
            Duration patience,
            Answer<LifecycleStretch> found,
            Consumer<Answer<LifecycleStretch>> answer) {
        boolean waiting = found instanceof Answer.Ok<LifecycleStretch>(var stretch)
                && stretch.rows().isEmpty()
                && waits.await(after, patience, () -> ask(() -> stretch(after, limit), Rooms::fault, answer));
        if (!waiting) {
            answer.accept(found);
        }
    }

    private Answer<LifecycleStretch> stretch(@Nullable Long after, int limit) {
        return switch (lifecycle.read(after, limit)) {
            case LifecyclePage.Rows(var rows, var first, var head) -> {
                long from = after == null ? first - 1 : after;
                long next = rows.isEmpty() ? from : rows.getLast().pos();
                yield Answer.ok(new LifecycleStretch(rows, first, head, next));
            }
            case LifecyclePage.Expired(var first, var head) ->
                Answer.refused(new Refusal.LifecycleExpired(first, head));
            case LifecyclePage.Ahead(var first, var head) -> Answer.refused(new Refusal.LifecycleAhead(first, head));
        };
    }

    private <T> void ask(Callable<Answer<T>> call, Function<Exception, Refusal> fault, Consumer<Answer<T>> answer) {
        offload.run(call, result -> {
            switch (result) {
                case Done<Answer<T>>(var found) -> answer.accept(found);
                case Failed<Answer<T>>(var cause) -> answer.accept(Answer.refused(fault.apply(cause)));
            }
        });
    }

    private static Refusal fault(Exception cause) {
        if (cause instanceof OffloadFullException) {
            return new Refusal.Overloaded(Rooms.RETRY_AFTER);
        }
        log.warn("Presence could not be read: {}", cause.toString());
        return new Refusal.PresenceUnavailable(Rooms.RETRY_AFTER);
    }
}
