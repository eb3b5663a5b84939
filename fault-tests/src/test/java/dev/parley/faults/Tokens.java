package dev.parley.faults;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs tokens as an application's backend would, so that clients need no server to get one.
final class Tokens {

    /// Every server under test is started with it.
    static final String SECRET = "fault-tests-sign-with-this-secret-of-no-value";

    private static final String HEADER = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";

    /// Longer than the longest run.
    private static final long VALID_SECONDS = 30L * 86_400;

    private Tokens() {}

    /// May do everything in every room.
    static String of(String user) {
        long expiry = System.currentTimeMillis() / 1_000 + VALID_SECONDS;
        String claims = "{\"sub\":\"" + user + "\",\"exp\":" + expiry
                + ",\"rooms\":{\"*\":[\"subscribe\",\"publish\",\"manage\"]}}";
        String signed =
                base64(HEADER.getBytes(StandardCharsets.UTF_8)) + "." + base64(claims.getBytes(StandardCharsets.UTF_8));
        return signed + "." + base64(sign(signed));
    }

    private static byte[] sign(String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HMAC-SHA-256", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
