package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.member;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.RoomState;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoomCreationTest {

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final RoomCreation creation = creation(true);

    private RoomCreation creation(boolean on) {
        var rooms = new Rooms(fixture.rules, fixture.policy);
        return new RoomCreation(rooms, fixture.lanes, new ServerIds(new SplittableRandom(3)), on);
    }

    private Ear<Answer<RoomState>> create() {
        var ear = new Ear<Answer<RoomState>>();
        creation.create(ANNA, LOBBY, ear);
        settle();
        return ear;
    }

    private void settle() {
        do {
            fixture.offload.finishAll();
            fixture.time.advance(Duration.ZERO);
        } while (fixture.offload.open() > 0);
    }

    private static Answer<RoomState> refused(Refusal refusal) {
        return Answer.refused(refusal);
    }

    @Test
    void onlyWhoMayReadARoomHasItMadeAndOnlyWhereTheServerIsSetTo() {
        assertThat(creation.may(ANNA, LOBBY)).isTrue();
        assertThat(creation.may(ANNA, new RoomId("other"))).isFalse();
        assertThat(creation.may(member("paul", Permission.PUBLISH), LOBBY)).isFalse();
        assertThat(creation(false).may(ANNA, LOBBY)).isFalse();
    }

    @Test
    void theRoomIsDurableEmptyAndAsRoomsAreByDefault() {
        var ear = create();

        FakeStore.Room room = fixture.store.room(LOBBY);
        assertThat(ear.heard()).isEqualTo(Answer.ok(room.state()));
        assertThat(room.kind).isEqualTo(RoomKind.DURABLE);
        assertThat(room.settings).isEqualTo(RoomSettings.defaults(RoomKind.DURABLE));
        assertThat(room.events).isEmpty();
    }

    @Test
    void theRoomThatSomebodyElseMadeMeanwhileIsTheAnswer() {
        fixture.store.others.add(() -> fixture.create(LOBBY, "bbbbbbbb"));

        var ear = create();

        assertThat(ear.heard()).isEqualTo(Answer.ok(fixture.store.room(LOBBY).state()));
        assertThat(fixture.store.room(LOBBY).epoch.life()).isEqualTo(new Life("bbbbbbbb"));
    }

    @Test
    void twoWhoComeAtOnceGetTheSameRoom() {
        var one = new Ear<Answer<RoomState>>();
        var other = new Ear<Answer<RoomState>>();
        creation.create(ANNA, LOBBY, one);
        creation.create(member("bert", Permission.SUBSCRIBE), LOBBY, other);
        settle();

        assertThat(one.heard())
                .isEqualTo(other.heard())
                .isEqualTo(Answer.ok(fixture.store.room(LOBBY).state()));
    }

    @Test
    void aRoomThatIsGoneAgainIsNotThere() {
        var ear = new Ear<Answer<RoomState>>();
        creation.create(ANNA, LOBBY, ear);
        fixture.offload.finishNext();
        fixture.store.rooms.clear();
        settle();

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.RoomNotFound()));
    }

    @Test
    void aServerThatStopsDoesNotSayThatThereIsNoRoom() {
        fixture.lanes.stop(() -> {});
        settle();

        assertThat(create().heard()).isEqualTo(refused(new Refusal.Stopping()));
    }

    @Test
    void aStoreThatIsFullDoesNotSayThatThereIsNoRoom() {
        fixture.store.full = true;

        assertThat(create().heard()).isEqualTo(refused(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER)));
    }

    @Test
    void aStoreThatTakesNothingDoesNotSayThatThereIsNoRoom() {
        var ear = new Ear<Answer<RoomState>>();
        for (int i = 0; i < 1_000; i++) {
            fixture.store.others.add(() -> {
                throw new StoreUnavailableException("read-only");
            });
        }
        creation.create(ANNA, LOBBY, ear);
        for (int i = 0; i < 110 && ear.deaf(); i++) {
            settle();
            fixture.time.advanceMillis(100);
        }

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER)));
        assertThat(fixture.store.rooms).isEmpty();
    }
}
