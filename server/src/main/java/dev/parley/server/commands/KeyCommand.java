package dev.parley.server.commands;

import dev.parley.access.ApiKey;
import dev.parley.access.GrantsText;
import dev.parley.access.KeyHash;
import dev.parley.access.Permission;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.UserId;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.springframework.context.ApplicationContext;

/// Makes an API key, or takes one back, whether a server runs or not.
final class KeyCommand implements Command {

    private static final String PREFIX = "parley_";
    private static final int KEY_BYTES = 32;

    @Override
    public String name() {
        return "key";
    }

    @Override
    public String usage() {
        return "NAME [--grants='PATTERN:PERMISSION,... ...']... [--admin] [--revoke] [--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "prints an API key for this backend, once: it is kept as a hash; --revoke takes it back within a second";
    }

    @Override
    public void run(List<String> args) {
        Arguments arguments = Arguments.parse(args, Set.of("grants", "admin", "revoke"));
        arguments.requireWords("NAME");
        UserId name = user(arguments.words().getFirst());
        Map<String, Set<Permission>> rooms = rooms(arguments.all("grants"));
        boolean admin = arguments.has("admin");
        if (arguments.has("revoke") && (admin || !rooms.isEmpty())) {
            throw new CommandFailedException("--revoke takes the key back and goes with no other option.");
        }
        Boot.with(arguments, context -> {
            requireStore(context.getBean(Settings.class));
            if (arguments.has("revoke")) {
                revoke(context.getBean(ApiKeyStore.class), name);
            } else {
                add(context, name, admin, rooms);
            }
        });
    }

    private static UserId user(String name) {
        try {
            return new UserId(name);
        } catch (InvalidIdException e) {
            throw new CommandFailedException("'" + name + "' cannot name a key: " + e.getMessage() + ".");
        }
    }

    private static Map<String, Set<Permission>> rooms(List<String> grants) {
        try {
            return GrantsText.parse(String.join(" ", grants));
        } catch (IllegalArgumentException e) {
            throw new CommandFailedException("--grants: " + e.getMessage() + ".");
        }
    }

    private static void requireStore(Settings settings) {
        if (settings.is(ConfigurationKey.STORE, "memory")) {
            throw new CommandFailedException("parley.store=memory keeps API keys in the server's memory, where no"
                    + " command reaches them; choices: sqlite, postgres.");
        }
    }

    private static void add(
            ApplicationContext context, UserId name, boolean admin, Map<String, Set<Permission>> rooms) {
        String key = draw(context.getBean(RandomGenerator.class));
        switch (context.getBean(ApiKeyStore.class).add(new ApiKey(name, KeyHash.of(key), admin, rooms))) {
            case ADDED -> print(key, admin || !rooms.isEmpty());
            case NAME_TAKEN ->
                throw new CommandFailedException("There is a key '" + name + "' already; take it back with 'key " + name
                        + " --revoke' first, or choose another name.");
            case FULL ->
                throw new CommandFailedException(
                        "There are " + ApiKeyStore.MAX_KEYS + " keys, and no more are kept; take one back first.");
        }
    }

    private static String draw(RandomGenerator random) {
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void print(String key, boolean grantsSomething) {
        System.out.println(key);
        if (!grantsSomething) {
            System.err.println("parley: this key allows no more than parley.access.default-grants: give it"
                    + " --grants='PATTERN:PERMISSION,...' or --admin.");
        }
    }

    private static void revoke(ApiKeyStore keys, UserId name) {
        if (!keys.remove(name)) {
            throw new CommandFailedException("There is no key '" + name + "'.");
        }
        System.out.println("The key '" + name + "' is taken back; running servers refuse it within a second.");
    }
}
