package dev.parley.bench.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs tokens as an application in front of the server would (HS256).
public final class Token {

    private static final Duration LIFETIME = Duration.ofHours(2);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private Token() {}

    /// For a user who may publish into the rooms whose ids begin so.
    public static String publisher(String secret, String user, String roomPrefix) {
        return sign(secret, user, "\"rooms\":{\"" + roomPrefix + "*\":[\"publish\"]}");
    }

    /// For a user who may read those rooms and publish into them.
    public static String member(String secret, String user, String roomPrefix) {
        return sign(secret, user, "\"rooms\":{\"" + roomPrefix + "*\":[\"subscribe\",\"publish\"]}");
    }

    public static String administrator(String secret) {
        return sign(secret, "admin", "\"admin\":true");
    }

    private static String sign(String secret, String user, String claim) {
        long expiry = Instant.now().plus(LIFETIME).getEpochSecond();
        String signed = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}")
                + "."
                + encoded("{\"sub\":\"" + user + "\",\"exp\":" + expiry + "," + claim + "}");
        return signed + "." + BASE64.encodeToString(signature(secret, signed));
    }

    private static String encoded(String json) {
        return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] signature(String secret, String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
