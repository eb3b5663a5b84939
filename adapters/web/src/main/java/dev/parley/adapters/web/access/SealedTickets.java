package dev.parley.adapters.web.access;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs tickets and tells whose signature one bears: `<key id>.<ticket>.<signature>`. The keys are derived from the
/// deployment's own for this purpose alone, so that no ticket is ever a token, nor a token a ticket. Safe for use by
/// several threads.
final class SealedTickets {

    private static final String HMAC = "HmacSHA256";
    private static final String PURPOSE = "parley stream ticket 1";

    private final Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
    private final String signing;
    private final SecretKeySpec signingKey;

    /// @param keys the one to sign with first
    SealedTickets(List<SigningKey> keys) {
        keys.forEach(key -> this.keys.put(key.id(), derived(key.secret())));
        this.signing = keys.getFirst().id();
        this.signingKey = derived(keys.getFirst().secret());
    }

    private static SecretKeySpec derived(byte[] secret) {
        byte[] key = hmac(new SecretKeySpec(secret, HMAC), PURPOSE.getBytes(StandardCharsets.US_ASCII));
        return new SecretKeySpec(key, HMAC);
    }

    String seal(Ticket ticket) {
        String signed = signing + "." + base64(TicketText.write(ticket));
        return signed + "." + base64(hmac(signingKey, signed.getBytes(StandardCharsets.US_ASCII)));
    }

    /// @throws RefusedCredentialsException when it was not signed by this deployment as it is
    Ticket open(String sealed) {
        int first = sealed.indexOf('.');
        int last = sealed.lastIndexOf('.');
        if (first < 0 || first == last) {
            throw RefusedCredentialsException.ofTicket("format");
        }
        SecretKeySpec key = keys.get(sealed.substring(0, first));
        if (key == null) {
            throw RefusedCredentialsException.ofTicket("key");
        }
        byte[] expected = hmac(key, sealed.substring(0, last).getBytes(StandardCharsets.UTF_8));
        if (!MessageDigest.isEqual(expected, bytes(sealed.substring(last + 1)))) {
            throw RefusedCredentialsException.ofTicket("signature");
        }
        return TicketText.read(bytes(sealed.substring(first + 1, last)));
    }

    private static byte[] hmac(SecretKeySpec key, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getUrlDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw RefusedCredentialsException.ofTicket("format");
        }
    }
}
