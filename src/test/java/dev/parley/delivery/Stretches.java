package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Tier;

/// A stretch written down by tiers: `C`, `H` and `L`, each event with as many bytes of data.
record Stretches(LogOnHand.Room room, long floor) implements Stretch {

    static Stretches of(long floor, String tiers, int bytes) {
        var log = new LogOnHand();
        LogOnHand.Room room = log.create("r", "aaaaaaaa");
        for (long seq = 1; seq <= floor; seq++) {
            log.add(room, "before");
        }
        for (char tier : tiers.toCharArray()) {
            log.add(room, tier(tier), bytes);
        }
        return new Stretches(room, floor);
    }

    private static Tier tier(char letter) {
        return switch (letter) {
            case 'C' -> Tier.CRITICAL;
            case 'H' -> Tier.HIGH;
            default -> Tier.LOW;
        };
    }

    @Override
    public Epoch epoch() {
        return room.epoch;
    }

    @Override
    public long last() {
        return room.head();
    }

    @Override
    public TailEntry at(long seq) {
        return new TailEntry(room.events.get((int) seq - 1), null);
    }
}
