package dev.parley.bench.live;

import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.OpenLoop;
import dev.parley.bench.stream.Stamp;
import dev.parley.kernel.Tier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everybody who sends into the room. Each kind has connections of its own: a gift does not wait for a chatter's
/// answer.
final class Sources implements AutoCloseable {

    /// Types of messages and the tiers that the room gives them. All names are as long, so that readers find what they
    /// look for where it was before.
    static final Map<String, Tier> TYPES = Map.of("gift", Tier.CRITICAL, "text", Tier.HIGH, "wave", Tier.LOW);

    private static final int GIFT_CONNECTIONS = 8;
    private static final int HEART_CONNECTIONS = 16;
    private static final int TYPING_CONNECTIONS = 8;

    private final Flood flood;
    private final Accepted accepted = new Accepted();
    private final Source chat;
    private final Source gifts;
    private final Source hearts;
    private final Source typing;
    private final Source applause;

    Sources(ParleyLive room, Flood flood, Loop loop) {
        this.flood = flood;
        var server = room.address();
        String padding = "x".repeat(flood.padding());
        Source.Accepting counted = this::accept;
        Source.Accepting signalled = (_, _) -> {};
        chat = new Source(
                "chat",
                server,
                flood.connections(),
                loop,
                (n, due, request) ->
                        room.say(sender(n), n % 2 == 0 ? "text" : "wave", Stamp.write(due) + padding, request),
                counted);
        gifts = new Source(
                "gifts",
                server,
                GIFT_CONNECTIONS,
                loop,
                (n, due, request) -> room.say(sender(n), "gift", Stamp.write(due) + padding, request),
                counted);
        hearts = new Source(
                "hearts",
                server,
                HEART_CONNECTIONS,
                loop,
                (n, _, request) -> room.add(sender(n), "heart", request),
                signalled);
        typing = new Source(
                "typing",
                server,
                TYPING_CONNECTIONS,
                loop,
                (n, _, request) -> room.signal(sender(n), "typing", request),
                signalled);
        applause = new Source(
                "applause",
                server,
                HEART_CONNECTIONS,
                loop,
                (n, _, request) -> room.add(sender(n), "applause", request),
                signalled);
    }

    /// In turn, but so that who says lines of one tier says those of the other as well.
    private int sender(int n) {
        return (n + n / flood.senders()) % flood.senders();
    }

    private void accept(HttpAnswer answer, long due) {
        @Nullable Tier tier = LiveEvents.tier(answer.bytes(), answer.bodyFrom(), answer.bytes().length);
        accepted.add(tier == null ? Tier.HIGH : tier, due);
    }

    void flood(long from, long to) {
        chat.keepTo(flood.chat(), from, to);
        gifts.keepTo(flood.gifts(), from, to);
        hearts.keepTo(flood.hearts(), from, to);
        typing.keepTo(flood.typing(), from, to);
    }

    /// A server that could not take all of it in time is not sent the rest.
    void stop() {
        List.of(chat, gifts, hearts, typing).forEach(source -> source.requests().stop());
    }

    void applaud(long from, long to) {
        applause.keepTo(flood.hearts(), from, to);
    }

    List<OpenLoop> requests() {
        return List.of(gifts.requests(), chat.requests(), hearts.requests(), typing.requests(), applause.requests());
    }

    Accepted accepted() {
        return accepted;
    }

    long hearts() {
        return hearts.accepted();
    }

    long applause() {
        return applause.accepted();
    }

    List<Sent> sent() {
        return List.of(gifts.sent(), chat.sent(), hearts.sent(), typing.sent(), applause.sent());
    }

    @Override
    public void close() {
        List.of(chat, gifts, hearts, typing, applause).forEach(Source::close);
    }
}
