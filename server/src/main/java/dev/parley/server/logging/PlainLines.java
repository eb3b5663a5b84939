package dev.parley.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.springframework.boot.logging.structured.StructuredLogFormatter;

/// Writes an event and its stack trace as one line of text. What a client named itself may stand in it: control
/// characters are escaped, and those that turn the direction of writing, so that nothing can pretend to be another
/// line.
/// Made by Spring Boot. Safe for use by several threads.
public final class PlainLines implements StructuredLogFormatter<ILoggingEvent> {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT)
            .withZone(ZoneId.systemDefault());
    private static final String FRAME = " | ";

    /// What a request's problem document names, too.
    private static final String TRACE = "traceId";

    @Override
    public String format(ILoggingEvent event) {
        Instant at = Instant.ofEpochMilli(event.getTimeStamp());
        String logger = event.getLoggerName();
        var line = new StringBuilder(TIME.format(at))
                .append(' ')
                .append(String.format("%-5s", event.getLevel()))
                .append(' ')
                .append(logger, logger.lastIndexOf('.') + 1, logger.length())
                .append(": ");
        escape(event.getFormattedMessage(), line);
        String trace = event.getMDCPropertyMap().get(TRACE);
        if (trace != null) {
            escape(trace, line.append(" traceId="));
        }
        if (event.getThrowableProxy() != null) {
            ThrowableProxyUtil.asString(event.getThrowableProxy())
                    .lines()
                    .map(String::strip)
                    .forEach(part -> escape(part, line.append(FRAME)));
        }
        return line.append(System.lineSeparator()).toString();
    }

    private static void escape(String text, StringBuilder into) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> into.append("\\n");
                case '\r' -> into.append("\\r");
                case '\t' -> into.append("\\t");
                default -> into.append(isHarmless(c) ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
        }
    }

    private static boolean isHarmless(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
