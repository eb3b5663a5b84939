package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What many write at once, and what each reader gets of it.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(180)
class BusyRoomTest {

    private static final int READERS = 12;
    private static final int WRITERS = 8;
    private static final int MESSAGES = 20;
    private static final String LARGE = "x".repeat(15_000);

    @Parameter
    private Way way;

    private static StreamServer server;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=5");
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @Test
    void everyReaderGetsTheLogsOrderAndEachMessageWhole() throws Exception {
        server.room("busy", "");
        List<Future<List<String>>> heard = new ArrayList<>();
        try (var readers = Executors.newFixedThreadPool(READERS);
                var writers = Executors.newFixedThreadPool(WRITERS)) {
            for (int i = 0; i < READERS; i++) {
                String target = i % 2 == 0 ? "/v1/rooms/busy/events" : "/v1/events?rooms=busy";
                String beats = i % 4 < 2 ? "" : sign(target) + "heartbeat=event";
                Reader reader = Reader.open(server.port(), alice, target + beats);
                reader.hello();
                heard.add(readers.submit(() -> hear(reader)));
            }
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.execute(() -> write(number));
            }
        }
        List<String> log = log("busy");
        assertThat(log).hasSize(WRITERS * MESSAGES);
        for (Future<List<String>> reader : heard) {
            assertThat(reader.get()).isEqualTo(log);
        }
    }

    private static void write(int writer) {
        for (int i = 0; i < MESSAGES; i++) {
            server.publish("busy", "{\"data\":\"" + (i % 2 == 0 ? writer + "-" + i : LARGE) + "\"}");
        }
    }

    private static List<String> hear(Reader reader) {
        try (reader) {
            List<String> heard = new ArrayList<>();
            while (heard.size() < WRITERS * MESSAGES) {
                heard.add(reader.next("message").data());
            }
            return heard;
        }
    }

    private static String sign(String target) {
        return target.contains("?") ? "&" : "?";
    }

    /// As the history has it.
    private static List<String> log(String room) {
        var items = new ArrayList<String>();
        String after = server.epoch(room) + ":0";
        while (true) {
            JsonNode page = server.get("/v1/rooms/" + room + "/messages?limit=500&after=" + after);
            page.get("items").forEach(item -> items.add(item.toString()));
            if (!page.get("hasMore").asBoolean()) {
                return items;
            }
            after = page.get("next").asString();
        }
    }
}
