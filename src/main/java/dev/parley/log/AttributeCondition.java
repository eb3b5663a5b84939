package dev.parley.log;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a change of attributes demands of each key it names.
public sealed interface AttributeCondition {

    /// Whatever is there.
    record Anything() implements AttributeCondition {}

    /// It is held since one of these seqs.
    record Since(SortedSet<Long> seqs) implements AttributeCondition {

        public Since {
            seqs = Collections.unmodifiableSortedSet(new TreeSet<>(seqs));
        }

        public static Since of(Collection<Long> seqs) {
            return new Since(new TreeSet<>(seqs));
        }
    }

    /// It is held.
    record Present() implements AttributeCondition {}

    /// It is not held.
    record Absent() implements AttributeCondition {}

    /// @param since the seq since which it is held; null = it is not
    default boolean holds(@Nullable Long since) {
        return switch (this) {
            case Anything _ -> true;
            case Since(var seqs) -> since != null && seqs.contains(since);
            case Present _ -> since != null;
            case Absent _ -> since == null;
        };
    }
}
