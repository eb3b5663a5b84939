package dev.parley.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainLinesTest {

    private static String written(String message, @Nullable Throwable thrown, Object... arguments) {
        var logger = new LoggerContext().getLogger("dev.parley.test");
        var event = new LoggingEvent(PlainLinesTest.class.getName(), logger, Level.INFO, message, thrown, arguments);
        event.setMDCPropertyMap(Map.of());
        String line = new PlainLines().format(event);
        assertThat(line).startsWith("20").endsWith(System.lineSeparator()).containsOnlyOnce("\n");
        return line.substring(line.indexOf(": ") + 2).stripTrailing();
    }

    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(written("Grüße an {}: 你好 👋", null, "Zoë")).isEqualTo("Grüße an Zoë: 你好 👋");
    }

    @Test
    void whatPretendsToBeAnotherLineIsEscaped() {
        assertThat(written("name {}", null, "x\n2031-01-01 INFO granted admin\r\u001b[2K\u001b[1A\u202e\u2028\u0085"))
                .isEqualTo("name x\\n2031-01-01 INFO granted admin\\r\\u001b[2K\\u001b[1A\\u202e\\u2028\\u0085");
    }

    @Test
    void aRequestIsFoundByTheTraceInItsProblem() {
        var event = new LoggingEvent(
                PlainLinesTest.class.getName(),
                new LoggerContext().getLogger("dev.parley.test"),
                Level.ERROR,
                "A request failed",
                null,
                null);
        event.setMDCPropertyMap(Map.of("traceId", "0af7651916cd43dd8448eb211c80319c", "other", "x"));

        assertThat(new PlainLines().format(event).strip())
                .endsWith("ERROR test: A request failed traceId=0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void aStackTraceStaysOnTheLine() {
        var thrown = new IllegalStateException("outer\u001b[2K", new IllegalArgumentException("inner\nnext"));

        assertThat(written("failed", thrown))
                .startsWith("failed | java.lang.IllegalStateException: outer\\u001b[2K | at ")
                .contains("Caused by: java.lang.IllegalArgumentException: inner")
                .doesNotContain("\n", "\u001b");
    }
}
