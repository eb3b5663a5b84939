package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.List;

/// Writes down what a lane tells its listener, and its observer's counts.
final class Told implements CommitListener, AppendObserver {

    final List<Event> events = new ArrayList<>();
    final List<List<Event>> calls = new ArrayList<>();
    final List<RoomId> uncertain = new ArrayList<>();
    final List<String> refusals = new ArrayList<>();
    final List<Integer> transactions = new ArrayList<>();
    int appended;
    int duplicates;
    int retries;

    List<String> ids() {
        return events.stream().map(event -> event.clientMsgId().value()).toList();
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> news) {
        calls.add(news);
        events.addAll(news);
    }

    @Override
    public void uncertain(RoomId room) {
        uncertain.add(room);
    }

    @Override
    public void transaction(int items, java.time.Duration took) {
        transactions.add(items);
    }

    @Override
    public void appended() {
        appended++;
    }

    @Override
    public void duplicate() {
        duplicates++;
    }

    @Override
    public void refused(String reason) {
        refusals.add(reason);
    }

    @Override
    public void retried() {
        retries++;
    }
}
