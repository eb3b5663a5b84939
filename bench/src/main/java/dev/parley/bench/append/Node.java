package dev.parley.bench.append;

import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.CommitListener;
import dev.parley.log.LaneLimits;
import dev.parley.log.spi.RoomLog;
import dev.parley.server.HandOverTimers;
import dev.parley.server.VirtualThreadOffload;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// What the lanes need from the node they run in, as the server gives it to them.
final class Node implements AutoCloseable {

    private static final int MAX_OFFLOADED = 1_024;
    private static final CommitListener NOBODY = (_, _, _) -> {};

    private final VirtualThreadOffload offload = new VirtualThreadOffload(MAX_OFFLOADED);
    private final ExecutorService mailboxes =
            Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));
    private final HandOverTimers timers = new HandOverTimers(mailboxes);

    AppendLanes lanes(RoomLog log, AppendObserver observer) {
        return new AppendLanes(log, offload, System::nanoTime, timers, mailboxes, LaneLimits.DEFAULT, NOBODY, observer);
    }

    @Override
    public void close() {
        timers.close();
        offload.close();
        mailboxes.shutdownNow();
    }
}
