package dev.parley.adapters.sql.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.sql.jooq.DefaultSchema;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import org.junit.jupiter.api.Test;

class CopiedTablesTest {

    @Test
    void everyTableOfTheSchemaIsCopiedOrLeftBehindForAReason() {
        var decided = new ArrayList<>(CopiedTables.COPIED);
        decided.addAll(CopiedTables.LEFT_BEHIND.keySet());

        assertThat(decided).doesNotHaveDuplicates();
        assertThat(DefaultSchema.DEFAULT_SCHEMA.getTables().stream().map(Table::getName))
                .as("name a new table in CopiedTables: copied, or left behind and why")
                .isSubsetOf(decided);
        assertThat(CopiedTables.LEFT_BEHIND.values()).allMatch(reason -> reason.length() > 20);
    }

    @Test
    void allColumnsAreCopiedButThoseThatBelongToADatabase() {
        for (CopiedTable copied : CopiedTables.all()) {
            var table = DefaultSchema.DEFAULT_SCHEMA.getTable(copied.name());
            var left = new ArrayList<>(
                    Stream.of(table.fields()).map(Field::getName).toList());
            left.removeAll(copied.columns().stream().map(Column::name).toList());

            assertThat(left).as(copied.name()).isSubsetOf("system_identifier", "timeline");
            assertThat(copied.columns()).doesNotHaveDuplicates();
        }
    }
}
