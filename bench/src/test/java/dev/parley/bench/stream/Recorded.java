package dev.parley.bench.stream;

import java.util.ArrayList;
import java.util.List;

/// Writes down what a receiver is told.
final class Recorded implements Receiver {

    final List<String> told = new ArrayList<>();

    @Override
    public void startsAfter(int room, String epoch, long seq) {
        told.add("room " + room + " after " + epoch + ":" + seq);
    }

    @Override
    public void opened() {
        told.add("opened");
    }

    @Override
    public void delivered(int room, long seq, long stamp, int bytes) {
        told.add(room + " #" + seq + " @" + stamp + " " + bytes);
    }

    @Override
    public void leftOut(int room, long seq) {
        told.add("room " + room + " left out to " + seq);
    }

    @Override
    public void ended(String why) {
        told.add("ended: " + why);
    }
}
