package dev.parley.server;

import dev.parley.delivery.LongPolls;
import dev.parley.usecase.LifecycleWaits;
import dev.parley.usecase.Streaming;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// Sends the readers away while the web server still listens, beside the appends that are finished: readers who come
/// anew are told to come back later, and those who are here leave one after the other, so that they do not arrive
/// elsewhere together.
final class StreamDrain extends StopStep {

    /// The web server's own graceful stop begins one phase later, and would wait for streams.
    private static final int PHASE = WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;

    /// Within a phase's four seconds, with time to spare for the last bytes.
    private static final Duration WINDOW = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(StreamDrain.class);

    private final Streaming streaming;
    private final LongPolls polls;
    private final LifecycleWaits waits;

    StreamDrain(Streaming streaming, LongPolls polls, LifecycleWaits waits) {
        super(PHASE);
        this.streaming = streaming;
        this.polls = polls;
        this.waits = waits;
    }

    @Override
    void finish(Runnable done) {
        log.info("Stopping: readers are sent away within {} s", WINDOW.toSeconds());
        polls.end();
        waits.end();
        streaming.drain(WINDOW, done);
    }
}
