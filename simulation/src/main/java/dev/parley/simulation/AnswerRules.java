package dev.parley.simulation;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.AppendResult;
import dev.parley.simulation.Journal.Call;
import dev.parley.simulation.Journal.Change;
import dev.parley.simulation.Journal.Publication;
import dev.parley.simulation.LogRecord.Commit;
import dev.parley.simulation.LogRecord.LifeId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Refusal;
import dev.parley.usecase.RoomResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What has to hold for everything that clients were told.
final class AnswerRules {

    /// How late a deadline may be noticed.
    private static final Duration TICK = Duration.ofMillis(250);

    private final World world;
    private final Findings findings;
    private final Map<LifeId, List<Commit>> lives;
    /// When an event was acknowledged first.
    private final Map<Event, Long> acknowledged = new HashMap<>();

    private final Set<Event> asNew = new HashSet<>();
    /// By their author's name.
    private final Map<String, List<Event>> caused;

    AnswerRules(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
        this.lives = world.record.lives();
        this.caused = lives.values().stream()
                .flatMap(List::stream)
                .map(Commit::event)
                .filter(event -> event.author().name() != null)
                .collect(Collectors.groupingBy(
                        event -> Objects.requireNonNull(event.author().name())));
    }

    void check() {
        world.journal.calls().forEach(this::oneAnswerInTime);
        world.journal.publications().forEach(this::acknowledgedIsInTheLog);
        world.journal.changes().forEach(this::changesAreInTheLog);
        lives.values().forEach(this::laterMessagesComeLater);
    }

    private void oneAnswerInTime(Call<?> call) {
        findings.demand(call.answers.size() + (call.lost ? 1 : 0) == 1, "one answer", call, call.answers);
        long latest = world.limits.deadline().plus(TICK).toNanos();
        findings.demand(
                call.lost || call.patient || call.answeredAt - call.sentAt <= latest,
                "an answer by the deadline",
                call,
                call.sentAt,
                call.answeredAt,
                call.answers);
        if (!call.answers.isEmpty() && call.answers.getFirst() instanceof AppendResult.Appended(var event, var _)) {
            findings.demand(event.equals(committed(event)), "what was acknowledged is in the log", event);
        }
    }

    private void acknowledgedIsInTheLog(Publication publication) {
        for (List<Answer<Published>> answers : publication.call().answers) {
            for (int i = 0; i < answers.size(); i++) {
                judge(publication.messages().get(i), publication.call(), answers.get(i));
            }
        }
    }

    private void judge(Message message, Call<?> call, Answer<Published> answer) {
        switch (answer) {
            case Answer.Ok<Published>(Published(var event, var duplicate)) -> {
                findings.demand(event.equals(committed(event)), "what was acknowledged is in the log", event);
                findings.demand(event.data().equals(message.data), "what was acknowledged was sent", event);
                findings.demand(event.room().equals(message.room), "what was acknowledged was sent", event);
                findings.demand(duplicate || asNew.add(event), "an event is new once", event);
                acknowledged.merge(event, call.answeredAt, Math::min);
            }
            case Answer.Refused<Published>(Refusal.OutcomeUnknown(var id)) ->
                findings.demand(
                        message.id == null || message.id.equals(id), "the id to try again with is known", message);
            case Answer.Refused<Published>(Refusal.IdReused(var seq)) ->
                findings.demand(usedBefore(message, seq), "an id was used for this seq", message, seq);
            case Answer.Refused<Published>(Refusal.InternalFault _) ->
                findings.demand(false, "nothing is a fault of the server's own", message);
            case Answer.Refused<Published> _ -> {}
        }
    }

    private boolean usedBefore(Message message, long seq) {
        return lives.entrySet().stream()
                .filter(life -> life.getKey().room().equals(message.room))
                .map(life -> at(life.getValue(), seq))
                .anyMatch(event -> event != null
                        && event.clientMsgId().equals(message.id)
                        && !event.data().equals(message.data));
    }

    /// The event the log has in the place of this one.
    private @Nullable Event committed(Event event) {
        return at(lives.getOrDefault(LifeId.of(event), List.of()), event.seq());
    }

    private static @Nullable Event at(List<Commit> life, long seq) {
        return seq < 1 || seq > life.size() ? null : life.get((int) seq - 1).event();
    }

    private void changesAreInTheLog(Change change) {
        for (Answer<?> answer : change.call().answers) {
            switch (answer) {
                case Answer.Ok<?>(RoomResult(var room, var created)) -> {
                    var life = new LifeId(room.id(), room.epoch());
                    findings.demand(lives.containsKey(life), "a room that was answered with exists", change.call());
                    findings.demand(
                            created || events(change).size() == 1,
                            "a change that was answered is there",
                            change.call());
                }
                case Answer.Ok<?>(Boolean destroyed) ->
                    findings.demand(
                            destroyed || events(change).isEmpty(), "who destroyed a room hears so", change.call());
                case Answer.Ok<?> _ -> findings.demand(false, "an answer of this kind", change.call());
                case Answer.Refused<?>(Refusal.OutcomeUnknown _) -> {}
                case Answer.Refused<?> _ ->
                    findings.demand(events(change).isEmpty(), "what was refused is not there", change.call(), answer);
            }
        }
    }

    /// The events this request caused; at most one may.
    private List<Event> events(Change change) {
        List<Event> events = caused.getOrDefault(change.tag(), List.of());
        findings.demand(events.size() <= 1, "a request changes a room once", change.call(), events);
        return events;
    }

    /// What was handed in after another message of the room was acknowledged has the higher seq.
    private void laterMessagesComeLater(List<Commit> life) {
        long earliestLater = Long.MAX_VALUE;
        Position of = null;
        for (Commit commit : life.reversed()) {
            Event event = commit.event();
            Message message = world.journal.message(event.data());
            if (message != null) {
                findings.demand(message.firstSent <= earliestLater, "sent after the answer", of, event);
            }
            long at = acknowledged.getOrDefault(event, Long.MAX_VALUE);
            if (at < earliestLater) {
                earliestLater = at;
                of = event.position();
            }
        }
    }
}
