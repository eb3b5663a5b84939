package dev.parley.adapters.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.parley.adapters.web.access.TokenKeys.Look;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RemoteKeysTest {

    private static final RSAKey ONE = rsa("one", 2048);
    private static final RSAKey TWO = rsa("two", 2048);

    private long now = 5_000_000_000L;
    private int reads;
    private Sinks.One<String> answer = Sinks.one();
    private final List<Look> looks = new ArrayList<>();
    private final RemoteKeys keys = new RemoteKeys(
            Mono.defer(() -> {
                reads++;
                answer = Sinks.one();
                return answer.asMono();
            }),
            () -> now);

    private static RSAKey rsa(String id, int bits) {
        try {
            return new RSAKeyGenerator(bits, true).keyID(id).generate();
        } catch (com.nimbusds.jose.JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String jwks(JWK... keys) {
        return new JWKSet(List.of(keys)).toString();
    }

    private void passes(Duration time) {
        now += time.toNanos();
    }

    private boolean knows(String id) {
        return keys.verifier(JWSAlgorithm.RS256, id) != null;
    }

    @Test
    void theKeysAreReadAtTheStart() {
        keys.start();
        assertThat(knows("one")).isFalse();

        answer.tryEmitValue(jwks(ONE));

        assertThat(knows("one")).isTrue();
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void aNewKeyIsFoundWhenATokenNamesIt() {
        keys.start();
        answer.tryEmitValue(jwks(ONE));
        passes(RemoteKeys.PAUSE);

        keys.look(looks::add);
        assertThat(looks).isEmpty();
        answer.tryEmitValue(jwks(ONE, TWO));

        assertThat(looks).containsExactly(Look.AGAIN);
        assertThat(knows("one")).isTrue();
        assertThat(knows("two")).isTrue();
    }

    @Test
    void madeUpKeyIdsReadTheAddressOnceInAPauseAndNoMore() {
        keys.start();
        answer.tryEmitValue(jwks(ONE));

        for (int i = 0; i < 1_000; i++) {
            keys.look(looks::add);
            passes(Duration.ofMillis(9));
        }
        assertThat(reads).isEqualTo(1);
        assertThat(looks).hasSize(1_000).containsOnly(Look.NOTHING_NEW);

        passes(Duration.ofSeconds(1));
        keys.look(looks::add);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void anAddressThatIsAwayIsNotAskedMoreOftenAndWhatIsKnownStaysGood() {
        keys.start();
        answer.tryEmitValue(jwks(ONE));
        passes(RemoteKeys.PAUSE);

        keys.look(looks::add);
        answer.tryEmitError(new IllegalStateException("away"));
        keys.look(looks::add);

        assertThat(looks).containsExactly(Look.NOTHING_NEW, Look.NOTHING_NEW);
        assertThat(reads).isEqualTo(2);
        assertThat(knows("one")).isTrue();
    }

    @Test
    void beforeTheFirstReadNothingIsSaidAboutTokens() {
        keys.start();
        keys.look(looks::add);
        answer.tryEmitError(new IllegalStateException("away"));
        keys.look(looks::add);
        assertThat(looks).containsExactly(Look.NONE_YET, Look.NONE_YET);
        passes(RemoteKeys.FIRST_PAUSE);

        keys.look(looks::add);
        answer.tryEmitValue(jwks(ONE));

        assertThat(looks).endsWith(Look.AGAIN);
    }

    @Test
    void whatIsNoSetOfKeysChangesNothing() {
        keys.start();
        answer.tryEmitValue(jwks(ONE));
        for (String wrong : List.of("", "<html>", "{}", "{\"keys\":[]}", "{\"keys\":{}}", "[]")) {
            passes(RemoteKeys.PAUSE);
            keys.look(looks::add);
            answer.tryEmitValue(wrong);
        }
        passes(RemoteKeys.PAUSE);
        keys.look(looks::add);
        answer.tryEmitEmpty();

        assertThat(looks).hasSize(7).containsOnly(Look.NOTHING_NEW);
        assertThat(knows("one")).isTrue();
    }

    @Test
    void aKeyThatIsWithdrawnIsForgottenAndWhatItSignedIsCheckedAgain() {
        keys.start();
        answer.tryEmitValue(jwks(ONE, TWO));
        long before = keys.version();
        passes(RemoteKeys.REFRESH.minusNanos(1));
        assertThat(keys.version()).isEqualTo(before);
        assertThat(reads).isEqualTo(1);

        passes(Duration.ofNanos(1));
        assertThat(keys.version()).isEqualTo(before);
        assertThat(reads).isEqualTo(2);
        answer.tryEmitValue(jwks(TWO));

        assertThat(keys.version()).isGreaterThan(before);
        assertThat(knows("one")).isFalse();
    }

    @Test
    void anUnchangedSetKeepsItsVersion() {
        keys.start();
        answer.tryEmitValue(jwks(ONE, TWO));
        long before = keys.version();
        passes(RemoteKeys.REFRESH);
        keys.version();
        answer.tryEmitValue(jwks(TWO, ONE));

        assertThat(keys.version()).isEqualTo(before);
    }

    @Test
    void waitingIsBounded() {
        keys.start();
        IntStream.range(0, RemoteKeys.MAX_WAITING + 10).forEach(_ -> keys.look(looks::add));

        assertThat(looks).hasSize(11).containsOnly(Look.NONE_YET);
        answer.tryEmitValue(jwks(ONE));
        assertThat(looks).hasSize(RemoteKeys.MAX_WAITING + 10);
    }

    @Test
    void onlyKeysForTheTwoAlgorithmsAreUsedEachForItsOwn() throws Exception {
        ECKey ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        var set = PublicKeys.parse(Stream.of(
                        ec,
                        ONE,
                        rsa("weak", 1024),
                        new RSAKey.Builder(TWO)
                                .keyID("encrypts")
                                .keyUse(KeyUse.ENCRYPTION)
                                .build(),
                        new RSAKey.Builder(TWO)
                                .keyID("ps")
                                .algorithm(JWSAlgorithm.PS256)
                                .build(),
                        new ECKeyGenerator(Curve.P_384).keyID("p384").generate(),
                        (JWK) (OctetSequenceKey)
                                new OctetSequenceKeyGenerator(256).keyID("oct").generate())
                .map(JWK::toJSONString)
                .collect(java.util.stream.Collectors.joining(",", "{\"keys\":[", "]}")));

        assertThat(set.size()).isEqualTo(2);
        assertThat(set.verifier(JWSAlgorithm.RS256, "one")).isNotNull();
        assertThat(set.verifier(JWSAlgorithm.ES256, "ec")).isNotNull();
        assertThat(set.verifier(JWSAlgorithm.RS256, "ec")).isNull();
        assertThat(set.verifier(JWSAlgorithm.ES256, "one")).isNull();
        assertThat(set.verifier(JWSAlgorithm.RS256, null))
                .as("the only one of its kind")
                .isNotNull();
        assertThat(PublicKeys.parse(jwks(ONE, TWO)).verifier(JWSAlgorithm.RS256, null))
                .isNull();
        assertThatExceptionOfType(ParseException.class).isThrownBy(() -> PublicKeys.parse("no"));
    }
}
