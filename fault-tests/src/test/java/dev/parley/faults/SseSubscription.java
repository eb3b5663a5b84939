package dev.parley.faults;

import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// By server-sent events.
final class SseSubscription implements Subscription {

    private final RawStream stream;

    private SseSubscription(RawStream stream) {
        this.stream = stream;
    }

    /// @param cursor empty = none
    static SseSubscription open(int port, String target, String token, String cursor) throws IOException {
        var headers = new ArrayList<>(List.of("Authorization: Bearer " + token));
        if (!cursor.isEmpty()) {
            headers.add("Last-Event-ID: " + cursor);
        }
        return new SseSubscription(RawStream.open(port, RawStream.get(target, headers.toArray(String[]::new))));
    }

    int status() {
        return stream.status();
    }

    @Override
    public @Nullable Told next(Duration within) throws IOException {
        SseParser.Message message = stream.next(within);
        if (message == null) {
            return null;
        }
        String id = message.event().equals("cursor") ? message.lastEventId() : message.id();
        return new Told(message.event(), id, message.data());
    }

    @Override
    public void reset() throws IOException {
        stream.reset();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
