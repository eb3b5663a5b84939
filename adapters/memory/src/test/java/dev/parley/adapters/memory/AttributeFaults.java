package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.AttributesStand;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AttributeCondition;
import dev.parley.log.AttributeRefusal;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Wrong ways to change attributes.
final class AttributeFaults {

    private AttributeFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "conditions are not asked",
                        "Attributes",
                        "aConditionOnTheSeqHoldsForTheNewestValueAlone",
                        store -> changing(store, AttributeFaults::withoutCondition)),
                ofLog(
                        "many win",
                        "Attributes",
                        "ofFiftyWhoWantOneSeatOneGetsIt",
                        store -> changing(store, AttributeFaults::withoutCondition)),
                ofLog(
                        "a winner who comes again is asked for his condition",
                        "Attributes",
                        "aChangeRunAgainIsAppliedOnceAlsoWhenItsConditionHoldsNoMore",
                        AttributeFaults::repeatsLose),
                ofLog(
                        "everybody may change everything",
                        "Attributes",
                        "aKeyIsItsOwnersUnlessForced",
                        store -> changing(store, AttributeFaults::forced)),
                ofLog(
                        "only what is set is written",
                        "Attributes",
                        "aChangeSetsAndRemovesAllOfItsKeys",
                        store -> changing(store, AttributeFaults::withoutRemovals)),
                ofLog(
                        "a removal is told and not made",
                        "AttributeReads",
                        "whoeverJoinsFromASnapshotMissesNothing",
                        AttributeFaults::removalsAreOnlyTold));
    }

    private static RoomLog changing(MemoryStore store, UnaryOperator<ChangeAttributes> fault) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                return super.append(
                        item.change() instanceof ChangeAttributes change ? with(item, fault.apply(change)) : item);
            }
        };
    }

    private static Append with(Append item, @Nullable ChangeAttributes change) {
        return new Append(
                item.room(), item.author(), item.clientMsgId(), item.hash(), item.event(), change, item.terms());
    }

    private static ChangeAttributes withoutCondition(ChangeAttributes of) {
        return new ChangeAttributes(
                of.set(),
                of.removed(),
                of.autoDelete(),
                of.ttlMs(),
                of.force(),
                of.limited(),
                new AttributeCondition.Anything());
    }

    private static ChangeAttributes forced(ChangeAttributes of) {
        return new ChangeAttributes(
                of.set(), of.removed(), of.autoDelete(), of.ttlMs(), true, of.limited(), of.condition());
    }

    /// Where something is set, so that it is a change.
    private static ChangeAttributes withoutRemovals(ChangeAttributes of) {
        return of.removed().isEmpty()
                ? of
                : new ChangeAttributes(
                        of.set(),
                        new TreeSet<>(),
                        of.autoDelete(),
                        of.ttlMs(),
                        of.force(),
                        of.limited(),
                        of.condition());
    }

    private static RoomLog removalsAreOnlyTold(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                boolean removal = item.change() instanceof ChangeAttributes change
                        && change.set().isEmpty();
                return super.append(removal ? with(item, null) : item);
            }
        };
    }

    private static RoomLog repeatsLose(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                Settled result = super.append(item);
                return result instanceof Appended appended
                                && appended.duplicate()
                                && item.change() instanceof ChangeAttributes change
                        ? new AttributesStand(new AttributeRefusal.Conflict(
                                change.keys().findFirst().orElseThrow(), 1))
                        : result;
            }
        };
    }
}
