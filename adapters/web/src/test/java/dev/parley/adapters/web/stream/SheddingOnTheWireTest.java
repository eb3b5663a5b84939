package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.adapters.web.stream.SlowClient.Told;
import dev.parley.delivery.Tails;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// A reader with a small receive buffer who looks away while much is said in a room that sheds.
@ParameterizedClass
@EnumSource(Outlets.class)
@Timeout(120)
class SheddingOnTheWireTest {

    @Parameter
    private Outlets outlet;

    private static final int MESSAGES = 700;
    private static final int CRITICAL_EVERY = 50;

    /// Less than the 32 KiB before a reader that make it slow: one who reads in between never is.
    private static final int AT_ONCE = 10;

    /// What one reader has of the room, counted as far as ids reach.
    private static final class Account {
        final List<Long> critical = new ArrayList<>();
        final Map<Tier, Long> received = new EnumMap<>(Tier.class);
        final Map<Tier, Long> dropped = new EnumMap<>(Tier.class);
        long at;

        void read(Told told) {
            JsonNode data = told.data();
            long id = told.at() == 0 ? at : told.at();
            if (told.event().equals("message")) {
                assertThat(data.get("seq").asLong()).isEqualTo(at + 1).isEqualTo(id);
                Tier tier = tier(data);
                received.merge(tier, 1L, Long::sum);
                if (tier == Tier.CRITICAL) {
                    critical.add(data.get("seq").asLong());
                }
            } else if (told.event().equals("dropped")) {
                assertThat(data.get("reason").asString()).isEqualTo("slow");
                assertThat(data.get("from").asLong()).isEqualTo(at + 1);
                assertThat(id).isIn(at, data.get("to").asLong());
                dropped.merge(tier(data), data.get("count").asLong(), Long::sum);
            }
            at = Math.max(at, id);
        }

        private static Tier tier(JsonNode of) {
            return Tier.of(of.get("tier").asString()).orElseThrow();
        }

        long all(Tier tier) {
            return received.getOrDefault(tier, 0L) + dropped.getOrDefault(tier, 0L);
        }
    }

    private static Tier tier(int message) {
        return message % CRITICAL_EVERY == 0 ? Tier.CRITICAL : message % 3 == 0 ? Tier.HIGH : Tier.LOW;
    }

    private static void say(StreamServer server, int after, int count) {
        String text = "x".repeat(2_000);
        for (int i = after + 1; i <= after + count; i++) {
            server.publish("live", "{\"data\":\"" + text + "\",\"tier\":\"" + tier(i).wire() + "\"}");
        }
    }

    @Test
    void whatASlowReaderGetsAndWhatHeIsToldAreEverything() throws Exception {
        try (var server = outlet.start()) {
            server.room("live", "\"overflow\":\"shed\"");
            String alice = server.token("alice");
            var account = new Account();
            try (SlowClient reader = outlet.open(server, alice, "live", null);
                    Reader healthy = Reader.open(server.port(), alice, "/v1/rooms/live/events")) {
                healthy.hello();
                for (int said = 0; said < MESSAGES; said += AT_ONCE) {
                    say(server, said, AT_ONCE);
                    assertThat(healthy.seqs(AT_ONCE)).endsWith((long) said + AT_ONCE);
                }
                while (account.at < MESSAGES / 2) {
                    account.read(reader.next());
                }
            }
            String cursor = server.epoch("live") + ":" + account.at;
            try (SlowClient back = outlet.open(server, alice, "live", cursor)) {
                while (account.at < MESSAGES) {
                    account.read(back.next());
                }
            }

            for (Tier tier : Tier.values()) {
                long accepted = IntStream.rangeClosed(1, MESSAGES)
                        .filter(message -> tier(message) == tier)
                        .count();
                assertThat(account.all(tier)).as("%s", tier).isEqualTo(accepted);
            }
            assertThat(account.critical).hasSize(MESSAGES / CRITICAL_EVERY);
            assertThat(account.dropped.get(Tier.LOW)).isGreaterThan(MESSAGES / 10);
            assertThat(server.bean(Tails.class).shed(new RoomId("live")).get(Tier.LOW))
                    .isPositive();
        }
    }
}
