package dev.parley.bench.live;

import dev.parley.kernel.Tier;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/// What several viewers have in the end, all together.
///
/// @param wrong for how many of them received and told do not make what was accepted, per tier
/// @param withoutCritical how many do not have every critical message themselves
/// @param faults how often something did not add up on the way
/// @param behind how many were told that they were too slow for something
public record Viewing(
        int viewers,
        Map<Tier, Long> received,
        Map<Tier, Long> shed,
        Map<Tier, Long> expired,
        Map<Tier, Long> wrong,
        int withoutCritical,
        long faults,
        String firstFault,
        int behind) {

    static Viewing of(List<Viewer> viewers, Accepted accepted) {
        List<Account> accounts = viewers.stream().map(Viewer::account).toList();
        return new Viewing(
                viewers.size(),
                sums(accounts, Account::received),
                sums(accounts, Account::shed),
                sums(accounts, Account::expired),
                sums(accounts, (account, tier) -> account.addsUp(tier, accepted) ? 0 : 1),
                (int) accounts.stream()
                        .filter(account -> !account.hasAllCritical(accepted))
                        .count(),
                accounts.stream().mapToLong(Account::faults).sum(),
                accounts.stream()
                        .map(Account::firstFault)
                        .filter(fault -> !fault.isEmpty())
                        .findFirst()
                        .orElse(""),
                (int) accounts.stream().filter(Account::wasBehind).count());
    }

    private static Map<Tier, Long> sums(List<Account> accounts, ToLongBiFunction<Account, Tier> figure) {
        Map<Tier, Long> sums = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            sums.put(
                    tier,
                    accounts.stream()
                            .mapToLong(account -> figure.applyAsLong(account, tier))
                            .sum());
        }
        return Collections.unmodifiableMap(sums);
    }

    public long received(Tier tier) {
        return received.getOrDefault(tier, 0L);
    }

    public long shed(Tier tier) {
        return shed.getOrDefault(tier, 0L);
    }

    public long expired(Tier tier) {
        return expired.getOrDefault(tier, 0L);
    }

    /// How many do not add up, in any tier, once for each tier.
    public long wrongs() {
        return wrong.values().stream().mapToLong(Long::longValue).sum();
    }

    public boolean exact() {
        return wrongs() == 0 && withoutCritical == 0 && faults == 0;
    }
}
