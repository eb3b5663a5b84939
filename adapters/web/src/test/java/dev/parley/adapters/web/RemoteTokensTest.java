package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tokens of an issuer who shows his public keys at an address.
class RemoteTokensTest {

    private static final AtomicInteger reads = new AtomicInteger();
    private static RSAKey rsa;
    private static ECKey ec;
    private static HttpServer issuer;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        rsa = new RSAKeyGenerator(2048).keyID("r1").generate();
        ec = new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
        issuer = issuer(new JWKSet(List.of(rsa, ec)).toString());
        server = TestServer.with(
                "parley.auth=jwt",
                "parley.auth.jwt.jwks-url=http://127.0.0.1:"
                        + issuer.getAddress().getPort() + "/keys",
                "parley.auth.jwt.issuer=https://issuer.example",
                "parley.auth.jwt.audience=parley");
        String token = token(JWSAlgorithm.RS256, "r1", new RSASSASigner(rsa));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.get(token, "/v1/rooms/a").status() != 503);
    }

    @AfterAll
    static void stop() {
        server.close();
        issuer.stop(0);
    }

    private static HttpServer issuer(String jwks) throws IOException {
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] body = jwks.getBytes(StandardCharsets.UTF_8);
        http.createContext("/keys", exchange -> {
            reads.incrementAndGet();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().set("Location", "/keys");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        http.createContext("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (var out = exchange.getResponseBody()) {
                for (int i = 0; i < 1_000; i++) {
                    out.write(" ".repeat(1_024).getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException _) {
                // The reader has gone.
            }
        });
        http.start();
        return http;
    }

    private static JWTClaimsSet claims() {
        return new JWTClaimsSet.Builder()
                .subject("alice")
                .issuer("https://issuer.example")
                .audience("parley")
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("rooms", Map.of("*", List.of("subscribe", "manage")))
                .build();
    }

    private static String token(JWSAlgorithm algorithm, String keyId, JWSSigner signer) throws JOSEException {
        var jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims());
        jwt.sign(signer);
        return jwt.serialize();
    }

    private static void refused(String token, String reason) {
        var answer = server.get(token, "/v1/rooms/a");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().path("reason").asString("")).isEqualTo(reason);
    }

    @Test
    void tokensSignedByTheIssuersKeysAreAccepted() throws Exception {
        for (String token : List.of(
                token(JWSAlgorithm.RS256, "r1", new RSASSASigner(rsa)),
                token(JWSAlgorithm.ES256, "e1", new ECDSASigner(ec)),
                token(JWSAlgorithm.ES256, null, new ECDSASigner(ec)))) {
            assertThat(server.send("PUT", token, "/v1/rooms/a", "{}").status()).isLessThan(300);
            assertThat(server.get(token, "/v1/rooms/a").status()).isEqualTo(200);
        }
    }

    @Test
    void noOtherAlgorithmAndNoOtherKeyIs() throws Exception {
        byte[] pem = rsa.toRSAPublicKey().getEncoded();
        refused(token(JWSAlgorithm.HS256, "r1", new MACSigner(pem)), "alg");
        refused(token(JWSAlgorithm.PS256, "r1", new RSASSASigner(rsa)), "alg");
        refused(token(JWSAlgorithm.RS512, "r1", new RSASSASigner(rsa)), "alg");
        var another = new RSAKeyGenerator(2048).keyID("r1").generate();
        refused(token(JWSAlgorithm.RS256, "r1", new RSASSASigner(another)), "signature");
        refused(token(JWSAlgorithm.RS256, "e1", new RSASSASigner(rsa)), "kid");
    }

    @Test
    void madeUpKeyIdsAreRefusedWithoutAskingTheIssuerEachTime() throws Exception {
        int before = reads.get();
        for (int i = 0; i < 50; i++) {
            refused(token(JWSAlgorithm.RS256, "made-up-" + i, new RSASSASigner(rsa)), "kid");
        }
        assertThat(reads.get() - before).isLessThanOrEqualTo(2);
    }

    @Test
    void withoutAnyKeyTheServerSaysThatItCannotTellYet() throws Exception {
        String token = token(JWSAlgorithm.RS256, "r1", new RSASSASigner(rsa));
        for (String path : List.of("/none", "/moved", "/endless")) {
            try (var early = TestServer.with(
                    "parley.auth=jwt",
                    "parley.auth.jwt.jwks-url=http://127.0.0.1:"
                            + issuer.getAddress().getPort() + path)) {
                var answer = early.get(token, "/v1/rooms/a");
                assertThat(answer.status()).as(path).isEqualTo(503);
                assertThat(answer.code()).isEqualTo("not-ready");
                assertThat(answer.json().get("reason").asString()).isEqualTo("token-keys-unavailable");
                assertThat(answer.header("Retry-After")).isNotNull();
            }
        }
    }
}
