package dev.parley.contract;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.JsonText;
import dev.parley.log.AttributeCondition;
import dev.parley.log.StateChange.ChangeAttributes;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Makes changes of attributes, one wish after the other.
record AttributeChanges(ChangeAttributes change) {

    static final AttributeCondition ANYTHING = new AttributeCondition.Anything();

    static AttributeKey key(String key) {
        return new AttributeKey(key);
    }

    /// Sets a key to a number.
    static AttributeChanges set(String key, int value) {
        return of(new TreeMap<>(Map.of(key(key), number(value))), new TreeSet<>());
    }

    /// Sets the keys `prefix1` to `prefixN` to 0.
    static AttributeChanges setMany(String prefix, int from, int to) {
        var set = new TreeMap<AttributeKey, JsonText>();
        IntStream.rangeClosed(from, to).forEach(i -> set.put(key(prefix + i), number(0)));
        return of(set, new TreeSet<>());
    }

    static AttributeChanges remove(String key) {
        return of(new TreeMap<>(), new TreeSet<>(Set.of(key(key))));
    }

    private static AttributeChanges of(SortedMap<AttributeKey, JsonText> set, SortedSet<AttributeKey> removed) {
        return new AttributeChanges(new ChangeAttributes(set, removed, false, 0, false, false, ANYTHING));
    }

    static JsonText number(int value) {
        return JsonText.of(Integer.toString(value));
    }

    /// The same and removes a key.
    AttributeChanges removing(String key) {
        var removed = new TreeSet<>(change.removed());
        removed.add(key(key));
        return new AttributeChanges(new ChangeAttributes(
                change.set(),
                removed,
                change.autoDelete(),
                change.ttlMs(),
                change.force(),
                change.limited(),
                change.condition()));
    }

    AttributeChanges onlyIf(AttributeCondition condition) {
        return with(change.autoDelete(), change.ttlMs(), change.force(), change.limited(), condition);
    }

    AttributeChanges since(long seq) {
        return onlyIf(AttributeCondition.Since.of(Set.of(seq)));
    }

    AttributeChanges autoDeleted() {
        return with(true, change.ttlMs(), change.force(), change.limited(), change.condition());
    }

    AttributeChanges lasting(long ttlMs) {
        return with(change.autoDelete(), ttlMs, change.force(), change.limited(), change.condition());
    }

    AttributeChanges forced() {
        return with(change.autoDelete(), change.ttlMs(), true, change.limited(), change.condition());
    }

    AttributeChanges limited() {
        return with(change.autoDelete(), change.ttlMs(), change.force(), true, change.condition());
    }

    private AttributeChanges with(
            boolean autoDelete, long ttlMs, boolean force, boolean limited, AttributeCondition condition) {
        return new AttributeChanges(
                new ChangeAttributes(change.set(), change.removed(), autoDelete, ttlMs, force, limited, condition));
    }
}
