package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.Notice;
import dev.parley.delivery.SignalHub;
import dev.parley.delivery.SignalObserver;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.LaneLimits;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.room.RoomRules;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The use cases over real lanes and rules and a store of the test's.
final class UseCaseFixture {

    static final RoomId LOBBY = new RoomId("lobby");
    static final Principal ROOT = new Principal(new UserId("root"), null, Grants.NONE, true);
    static final Principal ANNA = member("anna", Permission.PUBLISH, Permission.SUBSCRIBE);

    final ManualTime time = new ManualTime();
    final ManualOffload offload = new ManualOffload();
    final FakeStore store = new FakeStore();
    final RoomRules rules = new RoomRules(store, offload, time, time, time);
    final AccessPolicy policy = new AccessPolicy(Grants.NONE);
    final AppendLanes lanes =
            new AppendLanes(store, offload, time, time, time, LaneLimits.DEFAULT, (_, _, _) -> {}, AppendObserver.NONE);
    final Queries queries = new Queries(rules, policy, store, offload);
    final RoomAdministration administration = new RoomAdministration(
            rules,
            policy,
            lanes,
            store,
            offload,
            event -> JsonText.of("\"" + event.type() + "\""),
            new SplittableRandom(2));

    Publishing publishing(boolean autoCreate) {
        return new Publishing(rules, policy, lanes, new SplittableRandom(1), autoCreate);
    }

    /// Over a node without readers.
    Signalling signalling() {
        var random = new SplittableRandom(3);
        var tails = new Tails(store, store, offload, time, time, time, random, TailSettings.LOCAL, StreamObserver.NONE);
        var streams = new Streams(
                tails,
                rules,
                new PlainFraming(),
                _ -> {
                    throw new AssertionError("nobody reads");
                },
                time,
                time,
                random,
                StreamSettings.DEFAULT,
                StreamObserver.NONE);
        return new Signalling(
                rules, policy, new SignalHub(streams, SignalRelay.NONE, time, time, time, SignalObserver.NONE));
    }

    /// An event is its seq.
    static final class PlainFraming implements Framing {

        @Override
        public byte[] plain(Event event) {
            return Long.toString(event.seq()).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] event(Event event, Format format) {
            throw new AssertionError("nobody reads");
        }

        @Override
        public byte[] notice(Notice notice, @Nullable String id, Format format) {
            throw new AssertionError("nobody reads");
        }
    }

    /// May do this in rooms whose ids begin with l.
    static Principal member(String name, Permission... permissions) {
        return new Principal(new UserId(name), null, Grants.of(Map.of("l*", Set.of(permissions))), false);
    }

    static RoomSettings settings(String title, boolean frozen) {
        return new RoomSettings(title, Retention.KEEP_ALL, 0, frozen);
    }

    /// Somebody else creates the room.
    FakeStore.Room create(RoomId id, String life) {
        var creation = CreateRoom.ofDefaults(new Life(life), RoomKind.DURABLE);
        var room = new FakeStore.Room(id, creation);
        store.rooms.put(id.value(), room);
        return room;
    }

    /// Makes this node know the room as it is.
    void know(RoomId room) {
        rules.reload(room, _ -> {});
        offload.finishAll();
    }

    /// Takes one answer, and no second one.
    static final class Ear<A> implements Consumer<A> {
        private A heard;

        @Override
        public void accept(A answer) {
            if (heard != null) {
                throw new AssertionError("a second answer: " + answer);
            }
            heard = answer;
        }

        boolean deaf() {
            return heard == null;
        }

        A heard() {
            if (heard == null) {
                throw new AssertionError("no answer yet");
            }
            return heard;
        }
    }
}
