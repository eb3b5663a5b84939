package dev.parley.bench.load;

import java.util.concurrent.atomic.AtomicInteger;

/// Which messages were handed in, and which seq each was acknowledged with. Any thread claims and acknowledges; it is
/// read only when everything was answered and the answering threads' writes are visible (a semaphore, a join).
public final class Ledger {

    /// By number; 0 = not acknowledged.
    private final long[] seqs;

    private final AtomicInteger claimed = new AtomicInteger();

    /// @param capacity how many messages it keeps account of
    public Ledger(int capacity) {
        this.seqs = new long[capacity];
    }

    /// The next message's number, or −1 when the ledger is full.
    public int claim() {
        int n = claimed.getAndIncrement();
        return n < seqs.length ? n : -1;
    }

    public void acknowledge(int n, long seq) {
        seqs[n] = seq;
    }

    /// Numbers handed in are below this one.
    public int end() {
        return Math.min(claimed.get(), seqs.length);
    }

    /// 0 when the message was not acknowledged.
    public long seq(int n) {
        return seqs[n];
    }

    public long acknowledged() {
        long count = 0;
        for (int n = 0; n < end(); n++) {
            count += seqs[n] == 0 ? 0 : 1;
        }
        return count;
    }
}
