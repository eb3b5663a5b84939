package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.configuration.ConfigurationKey.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The tables of docs/configuration.md are what the code says. Run with `-Dparley.manual=write` to bring them up to
/// date.
class ConfigurationManualTest {

    private static final Path MANUAL = Path.of("../docs/configuration.md");
    private static final List<ConfigurationKey> PRESET = List.of(
            ConfigurationKey.STORE,
            ConfigurationKey.FANOUT,
            ConfigurationKey.BUS,
            ConfigurationKey.PRESENCE,
            ConfigurationKey.NODES);

    @Test
    void theManualListsTheKeysAsTheyAre() throws IOException {
        compare("keys", keys(Part.ALWAYS) + "\nThese say how several servers work as one.\n\n" + keys(Part.FLEET));
    }

    private static String keys(Part part) {
        return Arrays.stream(ConfigurationKey.values())
                .filter(key -> key.part() == part)
                .map(ConfigurationManualTest::row)
                .collect(Collectors.joining("", "| key | values | default | what it is |\n|---|---|---|---|\n", ""));
    }

    private static String row(ConfigurationKey key) {
        String byDefault = key.byDefault() == null ? "" : "`" + key.byDefault() + "`";
        return "| `" + key.key() + "` | " + key.kind().choices() + " | " + byDefault + " | " + key.meaning() + " |\n";
    }

    @Test
    void theManualListsTheStagesAsTheyAre() throws IOException {
        String head = PRESET.stream()
                .map(key -> " " + key.name().toLowerCase(Locale.ROOT) + " |")
                .collect(Collectors.joining("", "| stage |", "\n"));
        String rows = Arrays.stream(Stage.values())
                .map(ConfigurationManualTest::row)
                .collect(Collectors.joining("", head + "|---|---|---|---|---|---|\n", ""));

        compare("stages", rows);
    }

    private static String row(Stage stage) {
        return PRESET.stream()
                .map(key -> " `" + stage.settings().get(key) + "` |")
                .collect(Collectors.joining("", "| `" + stage.value() + "` |", "\n"));
    }

    private static void compare(String section, String expected) throws IOException {
        String manual = Files.readString(MANUAL);
        String begin = "<!-- " + section + ": written from the code, a test compares -->\n";
        int from = manual.indexOf(begin) + begin.length();
        int to = manual.indexOf("<!-- /" + section + " -->");
        if ("write".equals(System.getProperty("parley.manual"))) {
            Files.writeString(MANUAL, manual.substring(0, from) + expected + manual.substring(to));
        }
        assertThat(Files.readString(MANUAL)).contains(begin + expected + "<!-- /" + section + " -->");
    }
}
