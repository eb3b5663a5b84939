package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.room.RulesMark;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What every [dev.parley.log.spi.StoreGeneration] keeps. An adapter's test subclasses this and hands in
/// a store.
public abstract class StoreGenerationContract extends StoreContract {

    @Test
    void theGenerationStaysUntilItIsRaised() {
        long known = generation.current();
        newRoom("lobby");

        assertThat(known).isNotNegative();
        assertThat(generation.current()).isEqualTo(known);
    }

    @Test
    void raisingTheKnownGenerationIsOneStep() {
        long known = generation.current();

        assertThat(generation.raise(known)).isEqualTo(known + 1);

        assertThat(generation.current()).isEqualTo(known + 1);
    }

    @Test
    void whoKnowsAnotherGenerationTakesTheOneInForce() {
        long known = generation.current();
        generation.raise(known);

        assertThat(generation.raise(known)).isEqualTo(known + 1);
        assertThat(generation.raise(known + 7)).isEqualTo(known + 1);

        assertThat(generation.current()).isEqualTo(known + 1);
    }

    @Test
    void manyRaisersOfOneGenerationMakeOneStep() {
        long known = generation.current();

        var raised = AtOnce.run(20, _ -> () -> generation.raise(known));

        assertThat(raised).containsOnly(known + 1);
        assertThat(generation.current()).isEqualTo(known + 1);
    }

    @Test
    void theEpochsOfAllRoomsRiseWithItAndTheirSeqsGoOn() {
        var room = newRoom("lobby");
        append(room.messages("m", 3));
        var old = position(room, 3);

        long raised = generation.raise(generation.current());

        var epoch = new Epoch(raised, room.terms().life());
        assertThat(state(room).epoch()).isEqualTo(epoch);
        assertThat(rooms.list("", "", 1).getFirst().epoch()).isEqualTo(epoch);
        assertThat(rooms.marks(List.of(room.room()))).isEqualTo(Map.of(room.room(), new RulesMark(epoch, 1)));
        assertThat(log.page(room.room(), new PageRequest.After(old), 10))
                .isEqualTo(new LogPage.OtherEpoch(epoch, 1, 3));
        assertThat(appended(room.message("m4")).position()).isEqualTo(position(room, 4));
        assertThat(everything(room.room()))
                .hasSize(4)
                .allMatch(event -> event.position().epoch().equals(epoch));
    }

    @Test
    void aRepeatIsFoundAfterARaiseAndAnsweredInTheNewEpoch() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        generation.raise(generation.current());

        assertThat(duplicate(appendOne(room.message("m1"))).position()).isEqualTo(position(room, 1));
    }
}
