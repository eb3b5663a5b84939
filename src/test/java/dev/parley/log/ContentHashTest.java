package dev.parley.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Tier;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContentHashTest {

    private static final JsonText ONE = JsonText.of("1");

    @Test
    void theSameContentHasTheSameHash() {
        assertThat(ContentHash.ofMessage("text", Tier.LOW, 5, 7L, JsonText.of("{\"a\":1}")))
                .isEqualTo(ContentHash.ofMessage("text", Tier.LOW, 5, 7L, JsonText.of("{\"a\":1}")));
    }

    @Test
    void everythingTheClientSentCounts() {
        Set<ContentHash> hashes = new HashSet<>();
        hashes.add(ContentHash.ofMessage("text", null, 0, null, ONE));
        hashes.add(ContentHash.ofMessage("texts", null, 0, null, ONE));
        hashes.add(ContentHash.ofMessage("text", Tier.HIGH, 0, null, ONE));
        hashes.add(ContentHash.ofMessage("text", Tier.LOW, 0, null, ONE));
        hashes.add(ContentHash.ofMessage("text", null, 1, null, ONE));
        hashes.add(ContentHash.ofMessage("text", null, 0, 1L, ONE));
        hashes.add(ContentHash.ofMessage("text", null, 0, null, JsonText.of("2")));
        hashes.add(ContentHash.ofMessage("text", null, 0, null, JsonText.of("")));
        hashes.add(ContentHash.ofMessage("text", null, 0, null, ONE, new MessageKey("a")));
        hashes.add(ContentHash.ofMessage("text", null, 0, null, ONE, new MessageKey("b")));
        hashes.add(ContentHash.ofChange("text", ONE));

        assertThat(hashes).hasSize(11);
    }

    /// Stores hold such hashes.
    @Test
    void aMessageWithoutAKeyHasTheHashItHadBeforeThereWereKeys() {
        assertThat(ContentHash.ofMessage("text", null, 0, null, ONE).value()).isEqualTo(-2540054266604803922L);
    }

    @Test
    void whatBelongsTogetherIsChecked() {
        var settings = RoomSettings.defaults(RoomKind.DURABLE);
        var creation = new StateChange.CreateRoom(new Life("bbbbbbbb"), RoomKind.DURABLE, settings);
        Append append = Appends.append(Appends.R, "a");

        assertThatIllegalArgumentException()
                .as("another life than the terms'")
                .isThrownBy(() -> new Append(
                        append.room(),
                        append.author(),
                        append.clientMsgId(),
                        append.hash(),
                        append.event(),
                        creation,
                        append.terms()));
        assertThatIllegalArgumentException()
                .as("neither an event nor a change")
                .isThrownBy(() -> new Append(
                        append.room(),
                        append.author(),
                        append.clientMsgId(),
                        append.hash(),
                        null,
                        null,
                        append.terms()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RoomSettings("x".repeat(257), Retention.KEEP_ALL, 0, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoomSettings("", Retention.KEEP_ALL, -1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new Retention(-1, 0));
    }

    @Test
    void ofAllEventsTenTimesTheMessagesAreKept() {
        assertThat(new Retention(7, 0).maxEvents()).isEqualTo(70);
        assertThat(Retention.KEEP_ALL.maxEvents()).isEqualTo(Long.MAX_VALUE);
        assertThat(new Retention(Long.MAX_VALUE / 2, 0).maxEvents()).isEqualTo(Long.MAX_VALUE);
        assertThat(Retention.KEEP_ALL.limited()).isFalse();
        assertThat(new Retention(0, 1).limited()).isTrue();
    }
}
