package dev.parley.bench.rest;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.Exchange;
import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.report.Latency;
import org.HdrHistogram.Histogram;

/// An exchange that expects one status and counts. One thread.
abstract class Answered implements Exchange {

    private final String what;
    private final int expected;
    private final Histogram histogram = Latency.histogram();

    Answered(String what, int expected) {
        this.what = what;
        this.expected = expected;
    }

    @Override
    public final void answered(int n, HttpAnswer answer, long nanos) {
        if (answer.status() != expected) {
            throw BenchFailure.wrong(what + " was answered with: " + answer.text());
        }
        Latency.record(histogram, nanos);
        accept(n, answer);
    }

    /// Told each expected answer.
    void accept(int n, HttpAnswer answer) {}

    final long count() {
        return histogram.getTotalCount();
    }

    final Latency latency() {
        return Latency.of(histogram);
    }
}
