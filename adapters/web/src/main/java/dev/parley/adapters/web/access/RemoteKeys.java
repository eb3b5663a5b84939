package dev.parley.adapters.web.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import dev.parley.kernel.Clock;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/// An issuer's public keys as its address shows them (RS256, ES256). They are read at the start, every [#REFRESH] while
/// tokens come, and when a token names a key that is not known, but never twice within [#PAUSE] (before the first set,
/// [#FIRST_PAUSE]): strangers who make up key ids do not make this server a flood. While the address is away the keys
/// that are known go on being good.
final class RemoteKeys implements TokenKeys {

    static final Duration REFRESH = Duration.ofMinutes(5);
    static final Duration PAUSE = Duration.ofSeconds(10);
    static final Duration DEADLINE = Duration.ofSeconds(5);

    /// While no key is known every token waits for it, and nothing a stranger does makes the reads more.
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /// Requests that wait for a read; beyond it they are answered from what is known.
    static final int MAX_WAITING = 1_024;

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
    private static final Logger log = LoggerFactory.getLogger(RemoteKeys.class);

    private record Known(PublicKeys keys, long version, long readAt) {}

    private final Mono<String> address;
    private final Clock clock;
    private volatile @Nullable Known known;

    private final Object monitor = new Object();
    private boolean reading;
    private @Nullable Long lastBegun;
    private List<Consumer<Look>> waiting = new ArrayList<>();

    /// @param address reads the JWK set, within [#DEADLINE], without blocking
    RemoteKeys(Mono<String> address, Clock clock) {
        this.address = address;
        this.clock = clock;
    }

    /// Begins to read; a server whose issuer is away starts all the same.
    void start() {
        look(_ -> {});
    }

    @Override
    public Set<JWSAlgorithm> algorithms() {
        return ALGORITHMS;
    }

    @Override
    public @Nullable JWSVerifier verifier(JWSAlgorithm algorithm, @Nullable String keyId) {
        Known current = known;
        return current == null ? null : current.keys().verifier(algorithm, keyId);
    }

    @Override
    public long version() {
        Known current = known;
        if (current != null && clock.nanos() - current.readAt() >= REFRESH.toNanos()) {
            look(_ -> {});
        }
        return current == null ? 0 : current.version();
    }

    @Override
    public void look(Consumer<Look> answer) {
        Look now = begin(answer);
        if (now != null) {
            answer.accept(now);
        }
    }

    /// Null when the answer comes later.
    private @Nullable Look begin(Consumer<Look> answer) {
        synchronized (monitor) {
            Duration pause = known == null ? FIRST_PAUSE : PAUSE;
            boolean soon = lastBegun != null && clock.nanos() - lastBegun < pause.toNanos();
            if (reading ? waiting.size() >= MAX_WAITING : soon) {
                return unchanged();
            }
            waiting.add(answer);
            if (reading) {
                return null;
            }
            reading = true;
            lastBegun = clock.nanos();
        }
        address.subscribe(this::read, failure -> ended(failure.toString()), () -> ended("no answer"));
        return null;
    }

    private Look unchanged() {
        return known == null ? Look.NONE_YET : Look.NOTHING_NEW;
    }

    private void read(String jwks) {
        try {
            PublicKeys keys = PublicKeys.parse(jwks);
            if (keys.none()) {
                ended("no key for RS256 or ES256 in it");
            } else {
                take(keys);
            }
        } catch (ParseException _) {
            ended("it is no JWK set");
        }
    }

    private void take(PublicKeys keys) {
        Known before = known;
        boolean same = before != null && before.keys().sameAs(keys);
        long version = before == null ? 1 : same ? before.version() : before.version() + 1;
        known = new Known(keys, version, clock.nanos());
        if (!same) {
            log.info("Read {} public keys for tokens from parley.auth.jwt.jwks-url", keys.size());
        }
        answer(Look.AGAIN);
    }

    /// Called once more after a read that went well, when nobody waits any more.
    private void ended(String why) {
        boolean failed;
        synchronized (monitor) {
            failed = reading;
        }
        if (failed) {
            log.warn(
                    "The keys at parley.auth.jwt.jwks-url could not be read ({}); {}",
                    why,
                    known == null ? "no token can be checked" : "those known stay good");
            answer(unchanged());
        }
    }

    private void answer(Look look) {
        List<Consumer<Look>> answered;
        synchronized (monitor) {
            reading = false;
            answered = waiting;
            waiting = new ArrayList<>();
        }
        answered.forEach(waiter -> waiter.accept(look));
    }
}
