package dev.parley.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a stream keeps of how it was asked for.
///
/// @param echo false leaves out, live, what its user published with its session
/// @param pulse how the connection is kept alive and watched
/// @param validFor how long the credentials are good from the request on; null = no end
record StreamTerms(boolean echo, Pulse.Kind pulse, @Nullable Duration validFor) {

    static StreamTerms of(StreamRequest request) {
        return new StreamTerms(
                request.echo(),
                request.heartbeatAsEvent() ? Pulse.Kind.EVENTS : Pulse.Kind.COMMENTS,
                request.validFor());
    }

    static StreamTerms ofSocket(@Nullable Duration validFor) {
        return new StreamTerms(true, Pulse.Kind.PINGS, validFor);
    }
}
