package dev.parley.simulation;

import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendResult;
import dev.parley.usecase.Answer;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.Published;
import dev.parley.usecase.RoomResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What clients asked and heard, as they saw it.
final class Journal {

    /// One request to one run of a node.
    final class Call<A> {

        final NodeRun.Id node;
        final String what;
        final RoomId room;
        final long sentAt = time.nanos();
        final List<A> answers = new ArrayList<>();
        long answeredAt;
        /// The connection broke before an answer came.
        boolean lost;
        boolean patient;

        private final Consumer<A> then;
        private final Runnable thenLost;

        private Call(NodeRun.Id node, String what, RoomId room, Consumer<A> then, Runnable thenLost) {
            this.node = node;
            this.what = what;
            this.room = room;
            this.then = then;
            this.thenLost = thenLost;
            calls.add(this);
            trace.note("call " + this + " " + room);
        }

        /// For requests without a deadline of their own: they end when the store's calls do.
        Call<A> patient() {
            patient = true;
            return this;
        }

        void answer(A answer) {
            trace.note("answer " + this + ": " + brief(answer));
            answers.add(answer);
            if (answers.size() == 1 && !lost) {
                answeredAt = time.nanos();
                then.accept(answer);
            }
        }

        void lose() {
            if (open()) {
                trace.note("lost " + this);
                lost = true;
                thenLost.run();
            }
        }

        boolean open() {
            return answers.isEmpty() && !lost;
        }

        @Override
        public String toString() {
            return what + " via " + node;
        }
    }

    /// What an answer comes to, in a few words.
    private static String brief(Object answer) {
        return switch (answer) {
            case List<?> several -> several.stream().map(Journal::brief).collect(Collectors.joining(", "));
            case Answer.Refused<?>(var refusal) -> refusal.getClass().getSimpleName();
            case Answer.Ok<?>(Published(var event, var duplicate)) -> event.position() + (duplicate ? " again" : "");
            case Answer.Ok<?>(RoomResult(var room, var created)) ->
                room.epoch() + " version " + room.version() + (created ? " created" : "");
            case Answer.Ok<?>(HistoryPage page) -> page.items().size() + " up to " + page.next();
            case AppendResult.Appended(var event, var duplicate) -> event.position() + (duplicate ? " again" : "");
            case AppendResult result -> result.getClass().getSimpleName();
            default -> answer.toString();
        };
    }

    /// A request to publish and its messages; they have one answer each, in the same order.
    record Publication(List<Message> messages, Call<List<Answer<Published>>> call) {}

    /// A request of an administrator.
    ///
    /// @param tag the author's name of what it causes
    record Change(String tag, Call<? extends Answer<?>> call) {}

    private final VirtualTime time;
    private final Trace trace;
    private final List<Call<?>> calls = new ArrayList<>();
    private final List<Publication> publications = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<JsonText, Message> messages = new HashMap<>();

    Journal(VirtualTime time, Trace trace) {
        this.time = time;
        this.trace = trace;
    }

    <A> Call<A> call(NodeRun.Id node, String what, RoomId room, Consumer<A> then, Runnable thenLost) {
        return new Call<>(node, what, room, then, thenLost);
    }

    void publication(List<Message> sent, Call<List<Answer<Published>>> call) {
        sent.forEach(this::sent);
        publications.add(new Publication(List.copyOf(sent), call));
    }

    void change(String tag, Call<? extends Answer<?>> call) {
        changes.add(new Change(tag, call));
    }

    void sent(Message message) {
        messages.putIfAbsent(message.data, message);
    }

    @Nullable
    Message message(JsonText data) {
        return messages.get(data);
    }

    long refusals() {
        return publications.stream()
                .flatMap(publication -> publication.call().answers.stream())
                .flatMap(List::stream)
                .filter(answer -> answer instanceof Answer.Refused)
                .count();
    }

    List<Call<?>> calls() {
        return calls;
    }

    List<Publication> publications() {
        return publications;
    }

    List<Change> changes() {
        return changes;
    }
}
