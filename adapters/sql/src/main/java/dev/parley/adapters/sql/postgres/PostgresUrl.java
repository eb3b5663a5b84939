package dev.parley.adapters.sql.postgres;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// An address taken apart: `postgresql://user:password@host:port/database?parameters`, all but host and
/// database optional, with or without `jdbc:` before it. The driver knows no user in an address.
///
/// @param jdbc for the driver, without user and password
/// @param place host, port and database, for messages
record PostgresUrl(
        String jdbc,
        String place,
        @Nullable String user,
        @Nullable String password) {

    private static final String SCHEME = "postgresql://";

    static PostgresUrl parse(String url) {
        String plain = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        if (!plain.startsWith(SCHEME)) {
            throw new IllegalArgumentException(
                    "parley.postgres.url is written postgresql://host:port/database, with or without jdbc: before it");
        }
        String rest = plain.substring(SCHEME.length());
        String authority = rest.split("[/?]", 2)[0];
        int at = authority.lastIndexOf('@');
        String address = rest.substring(at + 1);
        String[] credentials =
                at < 0 ? new String[0] : authority.substring(0, at).split(":", 2);
        return new PostgresUrl(
                "jdbc:" + SCHEME + address, address.split("\\?", 2)[0], part(credentials, 0), part(credentials, 1));
    }

    private static @Nullable String part(String[] credentials, int index) {
        return credentials.length <= index ? null : URLDecoder.decode(credentials[index], StandardCharsets.UTF_8);
    }
}
