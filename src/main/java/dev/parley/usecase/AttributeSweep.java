package dev.parley.usecase;

import dev.parley.kernel.Author;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Tier;
import dev.parley.kernel.Timers;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AttributeCondition;
import dev.parley.log.NewEvent;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.HeldAttribute;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import dev.parley.room.spi.AttributeReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes attributes whose time is over, and those whose owners have left their rooms. Every node looks for
/// them, about once a second; each removal is a compare-and-set on the attribute's seq, so that one node's counts
/// and a new value stays. What was not removed is found again by the next look.
public final class AttributeSweep {

    private static final Logger log = LoggerFactory.getLogger(AttributeSweep.class);

    private static final int FIRST_PAUSE_MS = 750;
    private static final int LAST_PAUSE_MS = 1_250;

    /// Of each sort, in one look.
    private static final int MOST = 100;

    private final AttributeReader reader;
    private final AbsentOwners absent;
    private final RoomRules rules;
    private final AppendLanes lanes;
    private final EventData eventData;
    private final BooleanSupplier acts;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final RandomGenerator random;
    private final ServerIds ids;
    /// How far the last look came. Looks do not overlap.
    private @Nullable HeldAttribute lookedAt;

    private volatile boolean failing;

    /// @param absent knows who has left
    /// @param acts whether this node has its lease
    /// @param random safe for use by several threads
    public AttributeSweep(
            AttributeReader reader,
            AbsentOwners absent,
            RoomRules rules,
            AppendLanes lanes,
            EventData eventData,
            BooleanSupplier acts,
            Offload offload,
            Clock clock,
            Timers timers,
            RandomGenerator random) {
        this.reader = reader;
        this.absent = absent;
        this.rules = rules;
        this.lanes = lanes;
        this.eventData = eventData;
        this.acts = acts;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.random = random;
        this.ids = new ServerIds(random);
    }

    /// Begins; call once.
    public void start() {
        rest();
    }

    private void rest() {
        timers.after(Duration.ofMillis(random.nextInt(FIRST_PAUSE_MS, LAST_PAUSE_MS)), this::begin);
    }

    private void begin() {
        if (acts.getAsBoolean()) {
            offload.run(this::look, this::onLooked);
        } else {
            rest();
        }
    }

    private List<HeldAttribute> look() {
        List<HeldAttribute> due = new ArrayList<>(reader.expired(MOST));
        List<HeldAttribute> leaving = reader.autoDeleted(lookedAt, MOST);
        lookedAt = leaving.size() < MOST ? null : leaving.getLast();
        due.addAll(absent.among(leaving, clock.nanos()));
        return due;
    }

    private void onLooked(Result<List<HeldAttribute>> result) {
        switch (result) {
            case Done<List<HeldAttribute>>(var due) -> {
                failing = false;
                due.forEach(this::remove);
            }
            case Failed<List<HeldAttribute>>(var cause) -> {
                if (!failing) {
                    log.warn("Attributes that are over cannot be looked for ({}); trying again", cause.toString());
                }
                failing = true;
            }
        }
        rest();
    }

    private void remove(HeldAttribute due) {
        rules.fresh(due.room(), result -> {
            if (result instanceof Done<Optional<RoomState>>(var state) && state.isPresent()) {
                remove(due, state.get());
            }
        });
    }

    private void remove(HeldAttribute due, RoomState room) {
        if (!room.epoch().equals(due.epoch())) {
            return;
        }
        var change =
                ChangeAttributes.byServer(Map.of(), Set.of(due.key()), AttributeCondition.Since.of(Set.of(due.seq())));
        var happened = new SystemEvent.AttributesChanged(change);
        var event = new NewEvent(happened.type(), Tier.HIGH, 0, null, eventData.render(happened));
        var terms = room.terms().withoutLimit();
        lanes.append(
                Append.ofChange(due.room(), Author.server(), ids.messageId(), event, change, terms),
                lanes.deadline(),
                _ -> {});
    }
}
