package dev.parley.adapters.memory;

import static dev.parley.adapters.memory.PlantedFault.ofLog;

import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.Quota;
import dev.parley.log.RoomBuckets;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderLimits;
import dev.parley.log.SenderMark;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/// Wrong ways to keep the limits of tiers and senders.
final class TierFaults {

    private TierFaults() {}

    static List<PlantedFault> all() {
        return List.of(
                ofLog(
                        "low has the whole limit",
                        "TierLimits",
                        "lowHasHalfOfTheLimitAndTheRestIsLeftToTheOthers",
                        store -> forgetting(
                                store, it -> new RoomBuckets(it.inbound(), 0, it.allowlist(), it.critical()))),
                ofLog(
                        "critical has no cap",
                        "TierLimits",
                        "allCriticalMessagesShareACapWhateverTheRoomsLimit",
                        store -> forgetting(store, it -> new RoomBuckets(it.inbound(), it.low(), it.allowlist(), 0))),
                ofLog(
                        "the allowlist has no limit",
                        "TierLimits",
                        "usersOfTheAllowlistMaySendHalfAsMuchAgain",
                        store -> forgetting(store, it -> new RoomBuckets(it.inbound(), it.low(), 0, it.critical()))),
                ofLog(
                        "the allowlist is not asked",
                        "TierLimits",
                        "usersOfTheAllowlistMaySendHalfAsMuchAgain",
                        store -> under(store, it -> terms(it, it.senders(), false))),
                ofLog(
                        "everybody is on the allowlist",
                        "TierLimits",
                        "whoIsNotOnTheListHasNothingOfItsShare",
                        store -> under(store, RoomTerms::forAllowlisted)),
                ofLog(
                        "senders have no rate",
                        "SenderLimits",
                        "eachSenderHasARateOfHisOwn",
                        store -> under(store, it -> terms(it, it.senders().withPerSecond(0), false))),
                ofLog(
                        "there is no slow mode",
                        "SenderLimits",
                        "inSlowModeASenderWaitsAfterEachMessage",
                        store -> under(store, RoomTerms::withoutSlowMode)),
                ofLog(
                        "all senders share one rate",
                        "SenderLimits",
                        "eachSenderHasARateOfHisOwn",
                        TierFaults::oneRateForAll),
                ofLog(
                        "who tries too early waits longer",
                        "SenderLimits",
                        "whoTriesTooEarlyInSlowModeDoesNotWaitLonger",
                        store -> marking(store, Quota.SLOW_MODE)),
                ofLog(
                        "what the room refuses counts for the sender",
                        "SenderLimits",
                        "whatTheRoomRefusesUsesUpNothingOfTheSenders",
                        store -> marking(store, Quota.ROOM)),
                ofLog(
                        "slow mode comes before the look for a repeat",
                        "SenderLimits",
                        "aRepeatIsNeverRefusedForItsSender",
                        TierFaults::slowBeforeRepeats));
    }

    private static RoomTerms terms(RoomTerms it, SenderLimits senders, boolean allowlisted) {
        return new RoomTerms(it.life(), it.rules(), it.inboundPerSecond(), it.retention(), senders, allowlisted);
    }

    private static RoomLog forgetting(MemoryStore store, UnaryOperator<RoomBuckets> fault) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                if (room != null) {
                    room.buckets = fault.apply(room.buckets);
                }
                return super.append(item);
            }
        };
    }

    private static RoomLog under(MemoryStore store, UnaryOperator<RoomTerms> fault) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                return super.append(item.event() == null ? item : item.withTerms(fault.apply(item.terms())));
            }
        };
    }

    private static RoomLog oneRateForAll(MemoryStore store) {
        var all = Sender.of(new UserId("all"));
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                if (room != null) {
                    room.senders.put(item.author().sender(), room.senders.get(all));
                }
                var result = super.append(item);
                if (room != null && result instanceof Appended) {
                    room.senders.put(all, room.senders.get(item.author().sender()));
                }
                return result;
            }
        };
    }

    private static RoomLog marking(MemoryStore store, Quota refusal) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var result = super.append(item);
                if (result instanceof OverLimit over && over.quota() == refusal) {
                    long now = store.now().micros();
                    store.room(item.room())
                            .senders
                            .put(item.author().sender(), new SenderMark(now / 1_000, now + 1_000_000));
                }
                return result;
            }
        };
    }

    private static RoomLog slowBeforeRepeats(MemoryStore store) {
        return new WrappedLog(store) {
            @Override
            Settled append(Append item) {
                var room = store.room(item.room());
                long slow = item.terms().senders().slowModeSeconds() * 1_000L;
                boolean early = room != null
                        && slow > 0
                        && store.now().millis()
                                < room.senders.get(item.author().sender()).lastTs() + slow;
                return early ? new OverLimit(Quota.SLOW_MODE, Duration.ofSeconds(1)) : super.append(item);
            }
        };
    }
}
