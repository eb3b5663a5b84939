package dev.parley.server;

import dev.parley.access.spi.TokenIssuer;
import dev.parley.access.spi.TokenIssuer.Statement;
import dev.parley.kernel.UserId;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.DataFolder;
import dev.parley.server.configuration.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/// Says that the server answers. In dev mode also what to try: lines that begin with `curl` work as they stand, each by
/// itself.
final class Greeting implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(Greeting.class);

    private static final String TEXT = """

              Parley is ready: {address}
              Dev mode: everybody on this machine may do everything, and nobody else gets in.
              Data: {data}

              Each of these lines works as it stands, in another terminal:

              1. Get a token, here for bob.
            curl -s {address}/v1/dev/tokens -H 'Content-Type: application/json' -d '{"user":"bob"}'

              2. Publish as alice into the durable room "lobby", which is made on the way.
            curl -s {address}/v1/rooms/lobby/messages -H 'Content-Type: application/json' -H 'Authorization: Bearer {token}' -d '{"data":{"text":"Hello"}}'

              3. Read the history of that room.
            curl -s {address}/v1/rooms/lobby/messages -H 'Authorization: Bearer {token}'

              4. Read on as messages come; this one stays open.
            curl -sN {address}/v1/rooms/lobby/events -H 'Authorization: Bearer {token}'

              5. In a browser, chat at {address} and see everything else at {address}/docs
            """;

    private final Settings settings;
    private final Environment environment;
    private final ObjectProvider<TokenIssuer> issuer;

    Greeting(Settings settings, Environment environment, ObjectProvider<TokenIssuer> issuer) {
        this.settings = settings;
        this.environment = environment;
        this.issuer = issuer;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        long millis = Optional.ofNullable(event.getTimeTaken())
                .map(Duration::toMillis)
                .orElse(0L);
        log.info("Ready on port {} after {} ms", environment.getProperty("local.server.port"), millis);
        if (settings.is(ConfigurationKey.AUTH, "dev") && settings.is(ConfigurationKey.LOG_FORMAT, "plain")) {
            System.out.println(text());
        }
    }

    private String text() {
        var alice = new Statement(new UserId("alice"), "Alice", false, Map.of(), Duration.ofHours(24));
        return TEXT.replace("{address}", address())
                .replace("{data}", data())
                .replace("{token}", issuer.getObject().issue(alice).token());
    }

    private String address() {
        String host = environment.getProperty("server.address", "localhost");
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + environment.getProperty("local.server.port");
    }

    private String data() {
        return switch (settings.value(ConfigurationKey.STORE).orElseThrow()) {
            case "memory" -> "in memory, gone when the server stops";
            case "sqlite" -> DataFolder.path(settings) + " (SQLite; stays when the server stops)";
            default -> settings.masked(ConfigurationKey.POSTGRES_URL).orElseThrow();
        };
    }
}
