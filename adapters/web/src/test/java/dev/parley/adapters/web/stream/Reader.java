package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser;
import dev.parley.contract.SseParser.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A stream over a plain socket, as a test wants to look at it.
final class Reader implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final RawStream raw;

    private Reader(RawStream raw) {
        this.raw = raw;
    }

    static Reader open(int port, String token, String target, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.add("Authorization: Bearer " + token);
        return send(port, RawStream.get(target, all.toArray(String[]::new)));
    }

    static Reader send(int port, String request) {
        try {
            return new Reader(RawStream.open(port, request));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Reader over(RawStream raw) {
        return new Reader(raw);
    }

    RawStream raw() {
        return raw;
    }

    /// The next event, whatever it is; null at the end.
    Message any() {
        try {
            return raw.next(SOON);
        } catch (IOException e) {
            throw new UncheckedIOException("after " + raw.lastText(), e);
        }
    }

    /// The next event of this name, which is the next of all but those that say that something is as it should be.
    Message next(String name) {
        Message message = any();
        while (message != null && quiet(message.event()) && !name.equals(message.event())) {
            message = any();
        }
        assertThat(message).as(raw::lastText).isNotNull();
        assertThat(message.event()).as(raw::lastText).isEqualTo(name);
        return message;
    }

    private static boolean quiet(String event) {
        return event.equals("caught-up") || event.equals("cursor") || event.equals("heartbeat");
    }

    JsonNode hello() {
        return json(next("hello"));
    }

    JsonNode event() {
        return json(next("message"));
    }

    /// The seqs of the next so many messages.
    List<Long> seqs(int count) {
        var seqs = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            seqs.add(event().get("seq").asLong());
        }
        return seqs;
    }

    static JsonNode json(Message message) {
        return MAPPER.readTree(message.data());
    }

    String cursor() {
        return raw.parser().lastEventId();
    }

    SseParser parser() {
        return raw.parser();
    }

    /// Whether nothing but what is as it should be comes in this time.
    boolean quietFor(Duration time) {
        try {
            raw.readFor(time);
            for (Message message = raw.next(Duration.ofMillis(1));
                    message != null;
                    message = raw.next(Duration.ofMillis(1))) {
                if (!quiet(message.event())) {
                    return false;
                }
            }
            return false;
        } catch (java.net.SocketTimeoutException _) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// All until the server ends it.
    String rest() {
        try {
            return raw.rest(SOON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The body of a refusal, on a connection that goes on.
    void refusal(String code) {
        try {
            raw.readFor(Duration.ofMillis(200));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(raw.bodyText()).contains("\"code\":\"" + code + "\"");
    }

    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
