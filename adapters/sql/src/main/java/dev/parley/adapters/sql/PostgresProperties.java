package dev.parley.adapters.sql;

import dev.parley.adapters.sql.postgres.PostgresSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param url where the database is, `postgresql://host:port/database`
/// @param user as whom the server connects
/// @param password that user's
/// @param acceptUnsafe start also when the database may lose what it acknowledged
@ConfigurationProperties("parley.postgres")
record PostgresProperties(
        @DefaultValue("postgresql://localhost:5432/parley") String url,
        @Nullable String user,
        @Nullable String password,
        @DefaultValue("false") boolean acceptUnsafe) {

    PostgresSettings settings() {
        var settings = PostgresSettings.of(url, user, password);
        return acceptUnsafe ? settings.acceptingUnsafe() : settings;
    }

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return settings().toString();
    }
}
