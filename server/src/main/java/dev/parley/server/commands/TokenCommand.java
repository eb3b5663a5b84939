package dev.parley.server.commands;

import dev.parley.access.Permission;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.adapters.web.access.TokenIssuer;
import dev.parley.adapters.web.access.TokenIssuer.Form;
import dev.parley.adapters.web.access.TokenIssuer.Statement;
import dev.parley.kernel.Author;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.UserId;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.GrantsText;
import dev.parley.server.configuration.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationContext;

/// Makes a token as a server with the same configuration accepts it, whether that server runs or not.
final class TokenCommand implements Command {

    private static final Duration LONGEST = Duration.ofDays(365);

    @Override
    public String name() {
        return "token";
    }

    @Override
    public String usage() {
        return "USER [--admin] [--name=NAME] [--room=PATTERN:PERMISSION,...]... [--ttl=24h] [--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "prints a token for this user, for example: token alice --room='team-*:subscribe,publish' --ttl=30d";
    }

    @Override
    public void run(List<String> args) {
        Arguments arguments = Arguments.parse(args, Set.of("admin", "name", "room", "ttl"));
        arguments.requireWords("USER");
        Statement statement = statement(arguments);
        Boot.with(arguments, context -> {
            Settings settings = context.getBean(Settings.class);
            System.out.println(issuer(context, settings).issue(statement).token());
            hint(statement, settings);
        });
    }

    private static Statement statement(Arguments arguments) {
        try {
            return new Statement(
                    new UserId(arguments.words().getFirst()),
                    arguments.last("name").map(TokenCommand::name).orElse(null),
                    arguments.has("admin"),
                    rooms(arguments.all("room")),
                    ttl(arguments.last("ttl").orElse("24h")));
        } catch (InvalidIdException e) {
            throw new CommandFailedException(
                    "'" + arguments.words().getFirst() + "' is not a user: " + e.getMessage() + ".");
        }
    }

    private static String name(String name) {
        if (name.isBlank() || name.length() > Author.MAX_NAME_LENGTH) {
            throw new CommandFailedException("--name takes 1 to " + Author.MAX_NAME_LENGTH + " characters.");
        }
        return name;
    }

    private static Map<String, Set<Permission>> rooms(List<String> grants) {
        try {
            return GrantsText.parse(String.join(" ", grants));
        } catch (IllegalArgumentException e) {
            throw new CommandFailedException("--room: " + e.getMessage() + ".");
        }
    }

    private static Duration ttl(String text) {
        try {
            Duration ttl = DurationStyle.SIMPLE.parse(text);
            if (ttl.toSeconds() >= 1 && ttl.compareTo(LONGEST) <= 0) {
                return ttl;
            }
        } catch (IllegalArgumentException | ArithmeticException _) {
            // Told below.
        }
        throw new CommandFailedException(
                "--ttl=" + text + " is not a lifetime; write 90s, 15m, 24h or 30d, at most " + LONGEST.toDays() + "d.");
    }

    /// In dev mode the server's own key signs, otherwise the secret that was configured.
    private static TokenIssuer issuer(ApplicationContext context, Settings settings) {
        InstantSource time = InstantSource.system();
        if (settings.is(ConfigurationKey.AUTH, "dev")) {
            return new TokenIssuer(context.getBean(SigningKeyStore.class).keys().getFirst(), time);
        }
        String secret = settings.value(ConfigurationKey.JWT_SECRET).orElseThrow();
        Form form = new Form(
                settings.value(ConfigurationKey.JWT_USER_CLAIM).orElseThrow(),
                settings.value(ConfigurationKey.JWT_ISSUER).orElse(null),
                settings.value(ConfigurationKey.JWT_AUDIENCE).orElse(null));
        return new TokenIssuer(new SigningKey("secret", secret.getBytes(StandardCharsets.UTF_8)), form, time);
    }

    private static void hint(Statement statement, Settings settings) {
        boolean nothing = statement.rooms().isEmpty()
                && !statement.admin()
                && settings.value(ConfigurationKey.DEFAULT_GRANTS).isEmpty();
        if (nothing) {
            System.err.println(
                    "parley: this token allows nothing yet: give it --room=PATTERN:PERMISSION,... or --admin,"
                            + " or set parley.access.default-grants.");
        }
    }
}
