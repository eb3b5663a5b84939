package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.log.Allowlist;
import dev.parley.log.Role;
import dev.parley.log.RoomTerms;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds a room and decides about access to it; shared by the use cases.
final class Rooms {

    /// What a client is told to wait while the store is away.
    static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(Rooms.class);

    private final RoomRules rules;
    private final AccessPolicy policy;

    Rooms(RoomRules rules, AccessPolicy policy) {
        this.rules = rules;
        this.policy = policy;
    }

    AccessPolicy policy() {
        return policy;
    }

    /// The terms as they are for this sender. A backend is outside the limits of rooms and senders.
    ///
    /// @param exempt from what holds for ordinary members
    static RoomTerms termsOf(Principal who, boolean exempt, RoomTerms terms, Allowlist allowlist) {
        if (who.apiKey()) {
            return terms.withoutLimit();
        }
        RoomTerms own = exempt ? terms.withoutSlowMode() : terms;
        return allowlist.has(who.id()) ? own.forAllowlisted() : own;
    }

    @Nullable
    RoomState known(RoomId room) {
        return rules.known(room);
    }

    /// The room if the principal may read it, by rules at most a second old. A refusal is looked up again first.
    void readable(Principal who, RoomId room, Consumer<Answer<RoomState>> answer) {
        open(who, room, Permission.SUBSCRIBE, answer);
    }

    /// The room if the principal has this permission, by rules at most a second old. A refusal is looked up again
    /// first.
    void open(Principal who, RoomId room, Permission permission, Consumer<Answer<RoomState>> answer) {
        RoomState known = rules.known(room);
        if (known != null && policy.decide(who, room, known, permission).allowed()) {
            rules.fresh(room, result -> answer.accept(judge(who, room, result, permission)));
        } else {
            reload(who, room, permission, answer);
        }
    }

    /// The room as of now if the principal has this permission.
    void reload(Principal who, RoomId room, Permission permission, Consumer<Answer<RoomState>> answer) {
        rules.ask(room, who.id());
        rules.reload(room, result -> {
            keepIfMember(who, room, result);
            answer.accept(judge(who, room, result, permission));
        });
    }

    /// The room as of now, for deciding about whoever asks, or the store's failure when the deadline is over.
    void reload(Principal who, RoomId room, long deadline, Consumer<Offload.Result<Optional<RoomState>>> callback) {
        rules.ask(room, who.id());
        rules.reload(room, deadline, result -> {
            keepIfMember(who, room, result);
            callback.accept(result);
        });
    }

    /// Whether somebody is a plain member is asked for while he is one, or nobody knows.
    private void keepIfMember(Principal who, RoomId room, Offload.Result<Optional<RoomState>> result) {
        boolean keep = !(result instanceof Done<Optional<RoomState>>(var state))
                || (state.isPresent() && AccessPolicy.role(who, state.get()) == Role.MEMBER);
        rules.answered(room, who.id(), keep);
    }

    private Answer<RoomState> judge(
            Principal who, RoomId room, Offload.Result<Optional<RoomState>> result, Permission permission) {
        return switch (result) {
            case Failed<Optional<RoomState>>(var cause) -> Answer.refused(fault(cause));
            case Done<Optional<RoomState>>(var state) ->
                state.map(found -> judge(who, found, permission)).orElseGet(() -> Answer.refused(absent(who, room)));
        };
    }

    private Answer<RoomState> judge(Principal who, RoomState state, Permission permission) {
        Decision decision = policy.decide(who, state.id(), state, permission);
        return decision.allowed() ? Answer.ok(state) : Answer.refused(new Refusal.Forbidden(decision.rule()));
    }

    /// Only who may know the room is told that it does not exist.
    Refusal absent(Principal who, RoomId room) {
        return policy.mayKnow(who, room) ? new Refusal.RoomNotFound() : new Refusal.Forbidden(Decision.Rule.NO_GRANT);
    }

    static Refusal fault(Exception cause) {
        return switch (cause) {
            case dev.parley.kernel.OffloadFullException _ -> new Refusal.Overloaded(RETRY_AFTER);
            case dev.parley.log.spi.StoreUnavailableException _ -> {
                log.warn("The store could not be read: {}", cause.toString());
                yield new Refusal.StoreUnavailable(RETRY_AFTER);
            }
            default -> {
                log.error("A store call failed", cause);
                yield new Refusal.InternalFault();
            }
        };
    }
}
