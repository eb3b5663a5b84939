package dev.parley.adapters.web.pages;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/// A file that is the same for everybody, held in memory.
record StaticFile(String contentType, byte[] body, String tag) {

    /// Nothing from elsewhere, nothing inline; pages are shown in no frame.
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final String HTML = "text/html; charset=utf-8";

    static StaticFile of(String contentType, byte[] body) {
        return new StaticFile(contentType, body, "\"" + HexFormat.of().formatHex(sha256(body), 0, 8) + "\"");
    }

    static StaticFile html(String text) {
        return of(HTML, text.getBytes(StandardCharsets.UTF_8));
    }

    /// @param path in the class path, from its root
    static StaticFile load(String contentType, String path) {
        try (InputStream in = StaticFile.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the class path lacks " + path);
            }
            return of(contentType, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] sha256(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// Browsers keep it and ask each time whether it is still the same.
    Reply reply(Call call) {
        boolean known = tag.equals(call.request().getHeaders().getFirst("If-None-Match"));
        return (known ? Reply.empty(304) : new Reply(200, contentType, body, Map.of()))
                .with(Map.of(
                        "ETag",
                        tag,
                        "Cache-Control",
                        "no-cache",
                        "Content-Security-Policy",
                        POLICY,
                        "Referrer-Policy",
                        "no-referrer"));
    }
}
