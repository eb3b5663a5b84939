package dev.parley.adapters.web;

import dev.parley.delivery.StreamObserver;
import java.util.concurrent.atomic.AtomicLong;

/// What happened to a server's streams.
public final class StreamCounts implements StreamObserver {

    public final AtomicLong pages = new AtomicLong();
    public final AtomicLong stalled = new AtomicLong();
    public final AtomicLong slow = new AtomicLong();

    @Override
    public void pageRead() {
        pages.incrementAndGet();
    }

    @Override
    public void stalled() {
        stalled.incrementAndGet();
    }

    @Override
    public void slow() {
        slow.incrementAndGet();
    }
}
