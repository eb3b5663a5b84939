package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The judge of readers finds what it is there to find.
class HeardTest {

    private final Heard.Everybody everybody = new Heard.Everybody();
    private final Heard one = new Heard("one", List.of("a"), false, everybody);
    private final Heard many = new Heard("many", List.of("a", "b"), true, everybody);

    private void hear(long seq) {
        one.event("a", "e", seq, "e:" + seq, "body " + seq);
    }

    @Test
    void aGoodRunIsGood() {
        one.connected();
        one.hello("e:4");
        hear(5);
        hear(6);
        one.connected();
        one.hello("e:6");
        hear(7);
        many.connected();
        many.hello("a=e:5,b=e:0");
        many.event("a", "e", 6, null, "body 6");
        many.event("b", "e", 1, null, "x");
        many.connected();
        many.hello("a=e:5,b=e:0");
        many.event("a", "e", 6, null, "body 6");
        many.moved("a=e:6,b=e:0");
        assertThat(everybody.findings()).isEmpty();
        assertThat(one.reached(Map.of("a", 7L))).isTrue();
        assertThat(one.reached(Map.of("a", 8L))).isFalse();
        assertThat(many.reached(Map.of("a", 6L, "b", 1L))).isTrue();
    }

    @Test
    void aHoleIsFound() {
        one.connected();
        one.hello("e:4");
        hear(6);
        assertThat(everybody.findings()).hasSize(1).first().asString().contains("a hole");
    }

    @Test
    void aRepeatBelowTheCursorIsFound() {
        one.connected();
        one.hello("e:4");
        hear(5);
        one.connected();
        one.hello("e:5");
        hear(5);
        assertThat(everybody.findings()).hasSize(1).first().asString().contains("a repeat");
    }

    @Test
    void aHelloAtTheHeadInsteadOfTheCursorIsFound() {
        one.connected();
        one.hello("e:4");
        one.connected();
        one.hello("e:9");
        assertThat(everybody.findings()).hasSize(1).first().asString().contains("hello starts at e:9");
    }

    @Test
    void anIdOfWhatWasNotWrittenIsFound() {
        many.connected();
        many.hello("a=e:5,b=e:0");
        many.moved("a=e:6,b=e:0");
        assertThat(everybody.findings()).hasSize(1).first().asString().contains("was not written");
    }

    @Test
    void anotherBodyIsFound() {
        one.connected();
        one.hello("e:4");
        hear(5);
        many.connected();
        many.hello("a=e:4,b=e:0");
        many.event("a", "e", 5, null, "body of another");
        assertThat(everybody.findings()).hasSize(1).first().asString().contains("but another heard");
    }

    @Test
    void anAcknowledgedMessageThatNobodyHeardIsFound() {
        var history = new History();
        history.answered(new Message("a", "opener", "0", "{}"), 0, new Answer.Ok("e", 4, false));
        history.answered(new Message("a", "writer", "1", "{}"), 0, new Answer.Ok("e", 5, false));
        history.answered(new Message("a", "writer", "2", "{}"), 0, new Answer.Ok("e", 6, false));
        one.connected();
        one.hello("e:4");
        hear(5);
        assertThat(everybody.unheard(history, "opener"))
                .singleElement()
                .asString()
                .contains("a/writer/2");
        hear(6);
        assertThat(everybody.unheard(history, "opener")).isEmpty();
    }

    @Test
    void anotherEpochIsFound() {
        one.connected();
        one.hello("e:4");
        one.event("a", "f", 5, "f:5", "x");
        assertThat(everybody.findings()).isNotEmpty();
    }
}
