package dev.parley.adapters.sql.copy;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import dev.parley.adapters.sql.jooq.DefaultSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Table;

/// Which tables a copy takes along, and why it leaves the others behind. Every table of the schema is in one of the two
/// lists, or a test says so.
final class CopiedTables {

    /// In this order, so that the many messages come after what says how many they are.
    static final List<String> COPIED = List.of(
            "room",
            "room_head",
            "message",
            "dedupe",
            "attribute",
            "attribute_room",
            "member",
            "people",
            "ended_life",
            "api_key",
            "lifecycle",
            "lifecycle_counter",
            "store");

    /// Each with the reason.
    static final Map<String, String> LEFT_BEHIND = Map.of(
            "node", "leases of servers that run, and none runs while a store moves",
            "sender", "what each sender has used of a room's limits, of the last hour at most",
            "session", "who is connected to these servers, which nobody is while a store moves",
            "signing_key", "handed over by themselves, because those of a single box are in a file");

    /// A migration has put their one row there already.
    static final Set<String> SEEDED = Set.of("store", "lifecycle_counter");

    /// Small ones that a command writes, whoever uses the store meanwhile.
    static final List<String> WRITTEN_BESIDE = List.of("api_key", "store");

    /// May be too many to be counted for no more than telling how far a copy is.
    static final Set<String> UNCOUNTED = Set.of("dedupe", "ended_life", "lifecycle");

    /// What belongs to a database and not to what is in it.
    private static final Map<String, Set<String>> WITHOUT = Map.of("store", Set.of("system_identifier", "timeline"));

    private CopiedTables() {}

    static List<CopiedTable> all() {
        Map<String, Table<?>> schema =
                DefaultSchema.DEFAULT_SCHEMA.getTables().stream().collect(toMap(Table::getName, identity()));
        return COPIED.stream()
                .flatMap(name -> Stream.ofNullable(schema.get(name)))
                .map(table -> CopiedTable.of(table, WITHOUT.getOrDefault(table.getName(), Set.of())))
                .toList();
    }

    static CopiedTable named(String name) {
        return all().stream()
                .filter(table -> table.name().equals(name))
                .findAny()
                .orElseThrow();
    }
}
