package dev.parley.simulation;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A client that sends numbered messages, one request after the other, and is stubborn: whatever was refused for now it
/// sends again, by any node, with the id it had or was told. Without an id it sends again only what certainly was not
/// written.
final class SimulatedWriter {

    private final World world;
    private final List<SimulatedNode> nodes;
    private final String name;
    private final Principal principal;
    private final SplittableRandom random;
    private final Duration pace;
    private final boolean withIds;
    private List<Message> open = List.of();
    private int numbers;
    private int ids;
    private boolean finishing;

    SimulatedWriter(World world, List<SimulatedNode> nodes, String name) {
        this.world = world;
        this.nodes = nodes;
        this.name = name;
        this.principal = new Principal(new UserId(name), null, Grants.NONE, false);
        this.random = world.random.split();
        this.pace = Duration.ofMillis(1L << random.nextInt(10));
        this.withIds = random.nextInt(4) > 0;
    }

    void start() {
        rest(this::next);
    }

    /// Begins no more messages.
    void finish() {
        finishing = true;
    }

    boolean idle() {
        return open.isEmpty();
    }

    private void rest(Runnable then) {
        world.time.after(pace.multipliedBy(1 + random.nextInt(4)), then);
    }

    private void next() {
        if (finishing) {
            return;
        }
        RoomId room = world.anyRoom(random);
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : 1;
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(compose(room));
        }
        open = messages;
        send();
    }

    private Message compose(RoomId room) {
        int number = ++numbers;
        boolean poison = random.nextInt(50) == 0;
        return new Message(
                name,
                number,
                room,
                false,
                Message.data(name, number, poison, random.nextInt(300)),
                withIds ? id() : null,
                world.time.nanos());
    }

    /// Now and then one that was used for something else.
    private ClientMessageId id() {
        int fresh = ++ids;
        return new ClientMessageId("m" + (fresh > 1 && random.nextInt(30) == 0 ? random.nextInt(1, fresh) : fresh));
    }

    private void send() {
        NodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node == null) {
            rest(this::send);
        } else {
            node.publish(principal, open.getFirst().room, open, this::onAnswers, this::onLost);
        }
    }

    private void onAnswers(List<Answer<Published>> answers) {
        List<Message> again = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            if (answers.get(i) instanceof Answer.Refused<Published>(var refusal) && retryable(open.get(i), refusal)) {
                again.add(open.get(i));
            }
        }
        goOn(again);
    }

    private static boolean retryable(Message message, Refusal refusal) {
        return switch (refusal) {
            case Refusal.OutcomeUnknown(var id) -> {
                message.id = id;
                yield true;
            }
            case Refusal.Overloaded _, Refusal.StoreUnavailable _, Refusal.OverQuota _, Refusal.Stopping _ -> true;
            default -> false;
        };
    }

    private void onLost() {
        goOn(open.stream().filter(message -> message.id != null).toList());
    }

    private void goOn(List<Message> again) {
        open = again;
        rest(again.isEmpty() ? this::next : this::send);
    }

    @Override
    public String toString() {
        return name + " with " + open;
    }
}
