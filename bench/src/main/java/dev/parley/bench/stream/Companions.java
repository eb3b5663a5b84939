package dev.parley.bench.stream;

import dev.parley.bench.report.Latency;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/// All other processes of a load, which do the same at the same time. Used by the loop's thread alone.
final class Companions implements AutoCloseable {

    private final List<Companion> all;
    private final Histogram second = Latency.histogram();
    private int opened;
    private int open;
    private int dead;
    private String firstReason = "";
    private int finished;
    private long incomplete;
    private long bytes;
    private long reads;
    private double busy;
    private Findings findings = new Findings(0, 0, 0, 0, 0, 0, 0, Latency.histogram());

    Companions(List<Companion> all) {
        this.all = List.copyOf(all);
    }

    int connections() {
        return all.stream().mapToInt(Companion::connections).sum();
    }

    void open() {
        all.forEach(companion -> companion.say("open"));
    }

    /// Whether everybody has opened what he can.
    boolean haveOpened() {
        listen();
        return opened == all.size();
    }

    void window(long from, long to) {
        all.forEach(companion -> companion.say("window " + from + " " + to));
    }

    /// Tells them what has to have arrived; they wait for it no longer than this.
    void finish(Published published, int rooms, Duration most) {
        for (Companion companion : all) {
            for (int room = 0; room < rooms; room++) {
                companion.say("expect " + room + " " + published.count(room) + " " + published.sum(room));
            }
            companion.say("finish " + most.toMillis());
        }
    }

    boolean haveFinished() {
        listen();
        return finished == all.size();
    }

    /// Adds what they received since the last call.
    void addSecond(Histogram to) {
        listen();
        to.add(second);
        second.reset();
    }

    private void listen() {
        for (Companion companion : all) {
            for (String[] words = companion.heard(); words != null; words = companion.heard()) {
                heard(words);
            }
        }
    }

    private void heard(String[] words) {
        switch (words[0]) {
            case "opened" -> {
                opened++;
                open += Integer.parseInt(words[1]);
                broken(Integer.parseInt(words[2]), Wire.text(words, 3));
            }
            case "second" -> second.add(Wire.histogram(words[1]));
            case "finished" -> {
                finished++;
                incomplete += Long.parseLong(words[1]);
                broken(Integer.parseInt(words[2]), Wire.text(words, 3));
                bytes += Long.parseLong(words[4]);
                reads += Long.parseLong(words[5]);
                busy = Math.max(busy, Double.parseDouble(words[6]));
                findings = findings.plus(Wire.findings(words, 7));
            }
            default -> {}
        }
    }

    /// @param more connections of one process that have broken since it last told
    private void broken(int more, String reason) {
        dead += more;
        firstReason = firstReason.isEmpty() ? reason : firstReason;
    }

    int isOpenNow() {
        return open;
    }

    int dead() {
        return dead;
    }

    String firstReason() {
        return firstReason;
    }

    long incomplete() {
        return incomplete;
    }

    long bytes() {
        return bytes;
    }

    long reads() {
        return reads;
    }

    /// The part of the window in which the busiest computed.
    double busy() {
        return busy;
    }

    Findings findings() {
        return findings;
    }

    @Override
    public void close() {
        all.forEach(Companion::close);
    }
}
