package dev.parley.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SingleLineTest {

    private static String written(String message, @Nullable Throwable thrown, Object... arguments) {
        var logger = new LoggerContext().getLogger("test");
        return new SingleLine().convert(new LoggingEvent("test", logger, Level.INFO, message, thrown, arguments));
    }

    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(written("Grüße an {}: 你好 👋", null, "Zoë")).isEqualTo("Grüße an Zoë: 你好 👋");
    }

    @Test
    void whatPretendsToBeAnotherLineIsEscaped() {
        assertThat(written("name {}", null, "x\n2031-01-01 INFO granted admin\r\u001b[2K\u001b[1A\u202e\u2028\u0085"))
                .isEqualTo(
                        "name x\\u000a2031-01-01 INFO granted admin\\u000d\\u001b[2K\\u001b[1A\\u202e\\u2028\\u0085");
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
