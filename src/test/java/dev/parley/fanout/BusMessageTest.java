package dev.parley.fanout;

import static dev.parley.fanout.FanoutFixture.GARDEN;
import static dev.parley.fanout.FanoutFixture.LOBBY;
import static dev.parley.fanout.FanoutFixture.OTHER;
import static dev.parley.fanout.FanoutFixture.SELF;
import static dev.parley.fanout.FanoutFixture.event;
import static dev.parley.fanout.FanoutFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.BusMessage.Events;
import dev.parley.fanout.BusMessage.Head;
import dev.parley.fanout.BusMessage.Irrelevant;
import dev.parley.fanout.BusMessage.Item;
import dev.parley.fanout.BusMessage.News;
import dev.parley.fanout.BusMessage.Unreadable;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.presence.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BusMessageTest {

    private final List<byte[]> messages = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final MessageWriter writer = new MessageWriter(OTHER, (message, events) -> {
        messages.add(message);
        counts.add(events);
    });

    private static BusMessage read(byte[] message) {
        return new MessageReader(SELF, _ -> true).read(message);
    }

    private List<Item> items() {
        assertThat(messages).allSatisfy(message -> assertThat(message).hasSizeLessThanOrEqualTo(Bus.MAX_MESSAGE));
        return messages.stream()
                .map(BusMessageTest::read)
                .flatMap(message -> ((News) message).items().stream())
                .toList();
    }

    private static List<Event> told(List<Item> items) {
        return items.stream()
                .flatMap(item -> item instanceof Events some ? some.events().stream() : null)
                .toList();
    }

    private static Event longest() {
        return new Event(
                new RoomId("r".repeat(128)),
                new Position(new Epoch(Epoch.MAX_GENERATION, new Life("zzzzzzzz")), Long.MAX_VALUE),
                new EventType("t".repeat(64)),
                Tier.LOW,
                new Author(Sender.of(new UserId("u|" + ":".repeat(126))), "Ä€😀".repeat(32)),
                new ClientMessageId("~".repeat(128)),
                Long.MAX_VALUE,
                JsonText.of("[\"€😀\",null]"),
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                new MessageKey("€".repeat(MessageKey.MAX_LENGTH)));
    }

    @Test
    void everythingAnEventHoldsArrives() {
        Event event = longest();
        var session = new SessionId("s".repeat(64));
        writer.events(event.room(), List.of(event), Map.of(event.position(), session));
        writer.flush();
        assertThat(items())
                .containsExactly(new Events(event.room(), List.of(event), Map.of(event.position(), session)));
        assertThat(counts).containsExactly(1);
    }

    @Test
    void systemEventsAndEveryTierArrive() {
        for (Tier tier : Tier.values()) {
            Event plain = event(LOBBY, 1 + tier.ordinal());
            var event = new Event(
                    LOBBY,
                    plain.position(),
                    new EventType("room.updated"),
                    tier,
                    Author.server(),
                    plain.clientMsgId(),
                    plain.ts(),
                    plain.data(),
                    null,
                    null);
            writer.events(LOBBY, List.of(event), Map.of());
            writer.flush();
            assertThat(told(items())).contains(event);
        }
    }

    @Test
    void roomsAndCommitsShareAMessage() {
        writer.events(LOBBY, events(LOBBY, 1, 3), Map.of());
        writer.events(LOBBY, events(LOBBY, 4, 5), Map.of());
        writer.events(GARDEN, events(GARDEN, 1, 2), Map.of());
        writer.head(GARDEN, event(GARDEN, 2).position());
        writer.events(LOBBY, events(LOBBY, 6, 6), Map.of());
        writer.flush();
        assertThat(messages).hasSize(1);
        assertThat(items())
                .containsExactly(
                        new Events(LOBBY, events(LOBBY, 1, 5), Map.of()),
                        new Events(GARDEN, events(GARDEN, 1, 2), Map.of()),
                        new Head(GARDEN, event(GARDEN, 2).position()),
                        new Events(LOBBY, events(LOBBY, 6, 6), Map.of()));
    }

    @Test
    void anotherLifeIsAnotherItem() {
        Event first = event(LOBBY, 1);
        var second = new Event(
                LOBBY,
                new Position(new Epoch(7, new Life("bbbbbbbb")), 1),
                first.type(),
                first.tier(),
                first.author(),
                first.clientMsgId(),
                first.ts(),
                first.data(),
                null,
                null);
        writer.events(LOBBY, List.of(first, second), Map.of());
        writer.flush();
        assertThat(told(items())).containsExactly(first, second);
    }

    @Test
    void whatDoesNotFitBeginsAnotherMessage() {
        String data = "\"" + "x".repeat(16_000) + "\"";
        List<Event> many = new ArrayList<>();
        for (int seq = 1; seq <= 100; seq++) {
            many.add(event(LOBBY, seq, data));
        }
        writer.events(LOBBY, many, Map.of());
        writer.flush();
        assertThat(messages).hasSizeBetween(7, 9);
        assertThat(told(items())).isEqualTo(many);
        assertThat(counts.stream().mapToInt(count -> count).sum()).isEqualTo(100);
    }

    @Test
    void anEventLongerThanAMessageBecomesAPosition() {
        Event huge = event(LOBBY, 2, "\"" + "x".repeat(Bus.MAX_MESSAGE) + "\"");
        writer.events(LOBBY, List.of(event(LOBBY, 1), huge, event(LOBBY, 3)), Map.of());
        writer.flush();
        assertThat(items())
                .containsExactly(
                        new Events(LOBBY, events(LOBBY, 1, 1), Map.of()),
                        new Head(LOBBY, huge.position()),
                        new Events(LOBBY, events(LOBBY, 3, 3), Map.of()));
    }

    @Test
    void nothingIsWrittenWhenThereIsNothingToTell() {
        writer.flush();
        writer.events(LOBBY, List.of(), Map.of());
        writer.flush();
        assertThat(messages).isEmpty();
    }

    @Test
    void roomsNobodyReadsAreCountedAndLeftOut() {
        writer.events(LOBBY, events(LOBBY, 1, 3), Map.of());
        writer.events(GARDEN, events(GARDEN, 1, 2), Map.of());
        writer.flush();
        var reader = new MessageReader(SELF, GARDEN::equals);
        assertThat(reader.read(messages.getFirst()))
                .isEqualTo(new News(
                        OTHER, List.of(new Irrelevant(3), new Events(GARDEN, events(GARDEN, 1, 2), Map.of()))));
    }

    @Test
    void aNodesOwnNewsAreLeftOut() {
        writer.events(LOBBY, events(LOBBY, 1, 3), Map.of());
        writer.flush();
        assertThat(new MessageReader(OTHER, _ -> true).read(messages.getFirst()))
                .isEqualTo(new News(OTHER, List.of()));
    }

    @Test
    void aChirpIsReadBack() {
        assertThat(read(MessageWriter.chirp(SELF, 42))).isEqualTo(new BusMessage.Chirp(SELF, 42));
    }

    @Test
    void whoseSessionsWereTakenIsReadBack() {
        var longest = new Place(new RoomId("r".repeat(128)), new SessionId("s".repeat(64)));
        List<Place> places = new ArrayList<>(Collections.nCopies(1_000, longest));
        places.set(0, new Place(LOBBY, new SessionId("session-1")));
        byte[] message = MessageWriter.taken(OTHER, places);

        assertThat(message).hasSizeLessThanOrEqualTo(Bus.MAX_MESSAGE);
        assertThat(read(message)).isEqualTo(new BusMessage.Taken(OTHER, places));
        assertThat(read(Arrays.copyOf(message, message.length - 1))).isInstanceOf(Unreadable.class);
        message[1]++;
        assertThat(read(message)).isEqualTo(new BusMessage.PassedOver());
    }

    @Test
    void anotherVersionIsUnreadableAndSaysSo() {
        byte[] message = MessageWriter.chirp(SELF, 42);
        message[0] = 3;
        assertThat(read(message)).isEqualTo(new Unreadable("version 3"));
    }

    @Test
    void onlyMessagesWithKeysAreOfTheNewVersion() {
        writer.events(LOBBY, events(LOBBY, 1, 3), Map.of());
        writer.flush();
        writer.events(longest().room(), List.of(longest()), Map.of());
        writer.flush();
        writer.events(LOBBY, events(LOBBY, 4, 4), Map.of());
        writer.flush();
        assertThat(messages).extracting(message -> message[0]).containsExactly((byte) 1, (byte) 2, (byte) 1);
    }

    /// Changed, cut and made up: whatever comes in is read or unreadable, and no length in it is believed.
    @Test
    void garbageIsUnreadableAndNothingWorse() {
        var random = new SplittableRandom(11);
        writer.events(longest().room(), List.of(longest()), Map.of());
        writer.events(LOBBY, events(LOBBY, 1, 3), Map.of());
        writer.head(LOBBY, event(LOBBY, 3).position());
        writer.flush();
        byte[] good = messages.getFirst();
        int unreadable = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(3) == 0 ? random.nextInt(good.length) : good.length);
            for (int changes = random.nextInt(4); changes > 0 && bad.length > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            if (read(bad) instanceof Unreadable) {
                unreadable++;
            }
        }
        assertThat(unreadable).isGreaterThan(5_000);
        assertThat(read(new byte[0])).isInstanceOf(Unreadable.class);
        assertThat(read(new byte[] {1})).isInstanceOf(Unreadable.class);
        assertThat(read(new byte[1 << 18])).isInstanceOf(Unreadable.class);
    }

    @Test
    void theLongestNodeIdFits() {
        var node = new NodeId("n".repeat(64));
        assertThat(read(MessageWriter.chirp(node, Long.MAX_VALUE)))
                .isEqualTo(new BusMessage.Chirp(node, Long.MAX_VALUE));
    }
}
