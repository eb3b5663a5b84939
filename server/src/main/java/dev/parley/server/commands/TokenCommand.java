package dev.parley.server.commands;

import dev.parley.access.GrantsText;
import dev.parley.access.Permission;
import dev.parley.access.spi.TokenIssuer;
import dev.parley.access.spi.TokenIssuer.Statement;
import dev.parley.kernel.Author;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.UserId;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;

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
            requireOwnKey(settings);
            System.out.println(
                    context.getBean(TokenIssuer.class).issue(statement).token());
            hint(statement, settings);
        });
    }

    private static void requireOwnKey(Settings settings) {
        if (settings.value(ConfigurationKey.JWT_JWKS_URL).isPresent()) {
            throw new CommandFailedException(
                    "With parley.auth.jwt.jwks-url tokens are signed by their issuer, who alone"
                            + " makes them; for a backend, make an API key with 'key NAME'.");
        }
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
