package dev.parley.server.logging;

import ch.qos.logback.classic.pattern.ThrowableHandlingConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;

/// Writes a message and its stack trace as one line. What a client named itself may stand in either: control characters
/// are escaped, and those that turn the direction of writing, so that nothing can pretend to be another line.
public final class SingleLine extends ThrowableHandlingConverter {

    private static final String FRAME = " | ";

    @Override
    public String convert(ILoggingEvent event) {
        var line = new StringBuilder();
        escape(event.getFormattedMessage(), line);
        if (event.getThrowableProxy() != null) {
            trace(event.getThrowableProxy(), line);
        }
        return line.toString();
    }

    private static void trace(IThrowableProxy thrown, StringBuilder line) {
        ThrowableProxyUtil.asString(thrown)
                .lines()
                .map(String::strip)
                .forEach(part -> escape(part, line.append(FRAME)));
    }

    private static void escape(String text, StringBuilder into) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHarmless(c)) {
                into.append(c);
            } else {
                into.append("\\u").append(String.format("%04x", (int) c));
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
