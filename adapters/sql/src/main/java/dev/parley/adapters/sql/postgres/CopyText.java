package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.copy.StoredRow;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Rows in the text format of `COPY`: a line each, tabs between the values.
final class CopyText {

    private CopyText() {}

    static byte[] of(List<StoredRow> rows) {
        var text = new StringBuilder();
        for (StoredRow row : rows) {
            for (int i = 0; i < row.values().size(); i++) {
                if (i > 0) {
                    text.append('\t');
                }
                switch (row.values().get(i)) {
                    case null -> text.append("\\N");
                    case String value -> escape(value, text);
                    case Object value -> text.append(value);
                }
            }
            text.append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(c);
            }
        }
    }
}
