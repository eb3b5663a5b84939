package dev.parley.adapters.sql.postgres;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/// A signing key about to be stored.
///
/// @param secretText the secret in base64url, as it is stored
record NewSigningKey(String id, String secretText) {

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 6;

    static NewSigningKey draw() {
        var random = new SecureRandom();
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return new NewSigningKey(
                HexFormat.of().formatHex(id),
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    static byte[] secret(String secretText) {
        return Base64.getUrlDecoder().decode(secretText);
    }

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return "NewSigningKey[id=" + id + "]";
    }
}
