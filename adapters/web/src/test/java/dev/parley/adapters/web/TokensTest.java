package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TokensTest {

    private static final String SECRET = "a-secret-of-more-than-thirty-two-bytes";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.with(
                "parley.auth=jwt",
                "parley.auth.jwt.secret=" + SECRET,
                "parley.auth.jwt.issuer=https://issuer.example",
                "parley.auth.jwt.audience=parley");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
        var claims = new JWTClaimsSet.Builder()
                .subject("alice")
                .issuer("https://issuer.example")
                .audience("parley")
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("rooms", Map.of("*", List.of("subscribe", "publish", "manage")));
        change.accept(claims);
        return claims.build();
    }

    private static String signed(JWTClaimsSet claims) {
        return signed(new JWSHeader(JWSAlgorithm.HS256), claims, SECRET);
    }

    private static String signed(JWSHeader header, JWTClaimsSet claims, String secret) {
        try {
            return signed(header, claims, new MACSigner(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (com.nimbusds.jose.JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer)
            throws com.nimbusds.jose.JOSEException {
        var jwt = new SignedJWT(header, claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(String token, String code, String reason) {
        var answer = server.get(token, "/v1/rooms/a");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().get("reason").asString()).isEqualTo(reason);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer error=\"invalid_token\"");
    }

    @Test
    void aTokenOfTheConfiguredIssuerIsAccepted() {
        String token = signed(claims(_ -> {}));
        assertThat(server.send("PUT", token, "/v1/rooms/a", "{}").status()).isLessThan(300);
        assertThat(server.get(token, "/v1/rooms/a").status()).isEqualTo(200);
    }

    @Test
    void withoutCredentialsTheAnswerSaysWhichAreNeeded() {
        for (var answer : List.of(
                server.get(null, "/v1/rooms/a"),
                server.get(null, "/v1/rooms/a", "Authorization", "Basic YTpi"),
                server.get(null, "/v1/unknown"),
                server.post(null, "/v1/dev/tokens", "{\"user\":\"alice\"}", "Authorization", "Token x"))) {
            if (answer.status() != 404) {
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.code()).isEqualTo("unauthenticated");
                assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            }
        }
    }

    @Test
    void theAlgorithmIsTheServersChoiceAndNeverTheTokens() throws Exception {
        String claims = base64(claims(_ -> {}).toString());
        for (String alg : List.of("none", "None", "nOnE", "HS512", "RS256", "")) {
            String header = base64("{\"alg\":\"" + alg + "\",\"typ\":\"JWT\"}");
            for (String signature : List.of("", "AAAA")) {
                var answer = server.get(header + "." + claims + "." + signature, "/v1/rooms/a");
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.code()).isEqualTo("invalid-token");
            }
        }
        var rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        var pair = rsa.generateKeyPair();
        refused(
                signed(new JWSHeader(JWSAlgorithm.RS256), claims(_ -> {}), new RSASSASigner(pair.getPrivate())),
                "invalid-token",
                "alg");
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        refused(signed(new JWSHeader(JWSAlgorithm.HS256), claims(_ -> {}), pem), "invalid-token", "signature");
        refused(signed(new JWSHeader(JWSAlgorithm.HS512), claims(_ -> {}), SECRET + SECRET), "invalid-token", "alg");
    }

    @Test
    void aSignatureThatIsEmptyCutOrAnothersIsRefused() {
        String token = signed(claims(_ -> {}));
        String unsigned = token.substring(0, token.lastIndexOf('.') + 1);
        assertThat(server.get(unsigned, "/v1/rooms/a").status()).isEqualTo(401);
        refused(token.substring(0, token.length() - 4), "invalid-token", "signature");
        refused(
                signed(new JWSHeader(JWSAlgorithm.HS256), claims(_ -> {}), "another-secret-of-more-than-32-bytes!!"),
                "invalid-token",
                "signature");
        String[] parts = token.split("\\.");
        refused(
                parts[0] + "." + base64(claims(c -> c.claim("admin", true)).toString()) + "." + parts[2],
                "invalid-token",
                "signature");
        refused("x.y.z", "invalid-token", "format");
        refused("abc", "invalid-token", "format");
        refused(".".repeat(40), "invalid-token", "format");
    }

    @Test
    void aWrongClaimIsNamed() {
        refused(signed(claims(c -> c.expirationTime(null))), "invalid-token", "exp");
        refused(
                signed(claims(c -> c.expirationTime(Date.from(Instant.now().minusSeconds(60))))),
                "token-expired",
                "exp");
        refused(
                signed(claims(c -> c.notBeforeTime(Date.from(Instant.now().plusSeconds(3_600))))),
                "invalid-token",
                "nbf");
        refused(signed(claims(c -> c.audience("other"))), "invalid-token", "aud");
        refused(signed(claims(c -> c.audience((String) null))), "invalid-token", "aud");
        refused(signed(claims(c -> c.issuer("https://evil.example"))), "invalid-token", "iss");
        refused(signed(claims(c -> c.subject(null))), "invalid-token", "sub");
        refused(signed(claims(c -> c.subject("me"))), "invalid-token", "sub");
        refused(signed(claims(c -> c.subject("a b"))), "invalid-token", "sub");
        refused(signed(claims(c -> c.claim("name", "x\u0000y"))), "invalid-token", "name");
        refused(signed(claims(c -> c.claim("name", "x".repeat(129)))), "invalid-token", "name");
        refused(signed(claims(c -> c.claim("name", 5))), "invalid-token", "name");
        refused(signed(claims(c -> c.claim("admin", "yes"))), "invalid-token", "admin");
        refused(signed(claims(c -> c.claim("rooms", List.of("a")))), "invalid-token", "rooms");
        refused(signed(claims(c -> c.claim("rooms", Map.of("a", "publish")))), "invalid-token", "rooms");
        refused(signed(claims(c -> c.claim("rooms", Map.of("a*b", List.of("publish"))))), "invalid-token", "rooms");
        refused(signed(claims(c -> c.claim("rooms", Map.of("a", List.of("publsh"))))), "invalid-token", "rooms");
        var many = new HashMap<String, Object>();
        IntStream.range(0, 257).forEach(i -> many.put("r" + i, List.of()));
        refused(signed(claims(c -> c.claim("rooms", many))), "invalid-token", "rooms");
    }

    @Test
    void clocksMayDifferByAFewSeconds() {
        assertThat(server.get(
                                signed(claims(c ->
                                        c.notBeforeTime(Date.from(Instant.now().plusSeconds(2))))),
                                "/v1/rooms/x")
                        .status())
                .isEqualTo(404);
        assertThat(server.get(
                                signed(claims(c ->
                                        c.expirationTime(Date.from(Instant.now().minusSeconds(2))))),
                                "/v1/rooms/x")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whatATokenCalledCriticalMustBeUnderstood() {
        var header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .criticalParams(java.util.Set.of("future"))
                .customParam("future", true)
                .build();
        refused(signed(header, claims(_ -> {}), SECRET), "invalid-token", "signature");
        var other = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .type(new JOSEObjectType("secevent+jwt"))
                .build();
        refused(signed(other, claims(_ -> {}), SECRET), "invalid-token", "typ");
    }

    @Test
    void tokensInAddressesAreRefusedWhateverElseComes() {
        String token = signed(claims(_ -> {}));
        for (String name : List.of("access_token", "token")) {
            refused(null, "/v1/rooms/a?" + name + "=" + token);
            refused(token, "/v1/rooms/a?" + name + "=" + token);
        }
    }

    private static void refused(String token, String path) {
        var answer = server.get(token, path);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().get("reason").asString()).isEqualTo("token-in-url");
    }

    @Test
    void openAddressesDoNotLookAtTokens() {
        assertThat(server.get("nonsense", "/livez").status()).isEqualTo(200);
        assertThat(server.get("nonsense", "/nowhere").status()).isEqualTo(404);
    }

    @Test
    void nobodyMakesDevTokensHere() {
        assertThat(server.post(signed(claims(_ -> {})), "/v1/dev/tokens", "{\"user\":\"alice\"}")
                        .code())
                .isEqualTo("not-found");
    }

    @Test
    void aTokenIsCheckedAgainWhenItExpires() {
        String token =
                signed(claims(c -> c.expirationTime(Date.from(Instant.now().minusMillis(3_500)))));
        assertThat(server.get(token, "/v1/rooms/x").status()).isEqualTo(404);
        org.awaitility.Awaitility.await()
                .until(() -> server.get(token, "/v1/rooms/x").status() == 401);
        refused(token, "token-expired", "exp");
    }

    @Test
    void aSecretThatIsTooShortStopsTheStart() {
        assertThatThrownBy(() -> TestServer.with("parley.auth=jwt", "parley.auth.jwt.secret=" + "x".repeat(31)))
                .rootCause()
                .hasMessageContaining("at least 32");
        assertThatThrownBy(() -> TestServer.with("parley.auth=jwt"))
                .rootCause()
                .hasMessageContaining("parley.auth.jwt.secret");
    }

    @Test
    void anotherClaimMayNameTheUser() {
        try (var other = TestServer.with(
                "parley.auth=jwt", "parley.auth.jwt.secret=" + SECRET, "parley.auth.jwt.user-claim=uid")) {
            String token = signed(claims(c -> c.claim("uid", "bob")));
            assertThat(other.post(token, "/v1/rooms/a/messages", "{\"data\":1}")
                            .json()
                            .get("sender")
                            .asString())
                    .isEqualTo("bob");
            assertThat(other.get(signed(claims(_ -> {})), "/v1/rooms/a")
                            .json()
                            .get("reason")
                            .asString())
                    .isEqualTo("uid");
        }
    }
}
