package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.simulation.Findings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a client that wants everything counts over all its connections: events it got, and those it was
/// told of that it does not get. Whatever has come counts once an id covers it; what comes after the last
/// id comes again, or is told. Of each tier both together are what the log has.
final class Ledger {

    /// Events, or notice of them, up to this seq.
    private record Heard(Tier tier, long count, long to) {}

    /// Of one room, from where it was counted without a break.
    private static final class Account {
        final Position from;
        Position at;
        final Map<Tier, Long> counted = new EnumMap<>(Tier.class);
        final List<Heard> uncovered = new ArrayList<>();

        Account(Position from) {
            this.from = from;
            this.at = from;
        }

        void cover(Position position) {
            at = position;
            uncovered.removeIf(heard -> {
                boolean covered = heard.to() <= position.seq();
                if (covered) {
                    counted.merge(heard.tier(), heard.count(), Long::sum);
                }
                return covered;
            });
        }
    }

    private final LogHistory log;
    private final Findings findings;
    private final String name;
    private final Map<RoomId, Account> accounts = new HashMap<>();

    Ledger(LogHistory log, Findings findings, String name) {
        this.log = log;
        this.findings = findings;
        this.name = name;
    }

    void read(Ask ask, Frame frame) {
        switch (frame) {
            case Frame.Hello _ -> accounts.values().forEach(account -> account.uncovered.clear());
            case Frame.Message message -> add(message.room(), new Heard(tier(message), 1, message.seq()));
            case Frame.Dropped told -> add(told.room(), new Heard(told.tier(), told.count(), told.to()));
            case Frame.Gap gap -> forget(gap.room());
            case Frame.Closed closed -> forget(closed.room());
            default -> {}
        }
        String id = ConnectionRules.id(frame);
        cover(id == null ? null : StreamIds.read(ask, id), frame);
    }

    private Tier tier(Frame.Message message) {
        RoomLife life = log.life(message.room(), message.epoch());
        Event event = life == null ? null : life.event(message.seq(), Long.MAX_VALUE);
        return event == null ? Tier.HIGH : event.tier();
    }

    private void add(RoomId room, Heard heard) {
        Account account = accounts.get(room);
        if (account != null) {
            account.uncovered.add(heard);
        }
    }

    private void cover(@Nullable Map<RoomId, Position> positions, Frame frame) {
        if (positions == null) {
            return;
        }
        positions.forEach((room, position) -> {
            Account known = accounts.get(room);
            boolean elsewhere = known == null
                    || !known.from.epoch().equals(position.epoch())
                    || (frame instanceof Frame.Hello && !known.at.equals(position));
            if (elsewhere) {
                forget(room);
                accounts.put(room, new Account(position));
            } else if (known != null) {
                known.cover(position);
            }
        });
    }

    private void forget(RoomId room) {
        Account over = accounts.remove(room);
        if (over != null) {
            judge(room, over);
        }
    }

    /// All that is counted now.
    void judge() {
        accounts.forEach(this::judge);
    }

    private void judge(RoomId room, Account account) {
        Epoch epoch = account.from.epoch();
        RoomLife life = log.life(room, epoch);
        Map<Tier, Long> accepted = new EnumMap<>(Tier.class);
        for (long seq = account.from.seq() + 1; life != null && seq <= account.at.seq(); seq++) {
            Event event = life.event(seq, Long.MAX_VALUE);
            if (event != null) {
                accepted.merge(event.tier(), 1L, Long::sum);
            }
        }
        findings.demand(
                accepted.equals(account.counted),
                "received and dropped are what was accepted",
                name,
                account.from,
                account.at,
                accepted,
                account.counted);
    }
}
