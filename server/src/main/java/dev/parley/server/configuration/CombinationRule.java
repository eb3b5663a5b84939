package dev.parley.server.configuration;

import static dev.parley.server.configuration.ConfigurationKey.AUTH;
import static dev.parley.server.configuration.ConfigurationKey.BUS;
import static dev.parley.server.configuration.ConfigurationKey.FANOUT;
import static dev.parley.server.configuration.ConfigurationKey.JWT_JWKS_URL;
import static dev.parley.server.configuration.ConfigurationKey.JWT_SECRET;
import static dev.parley.server.configuration.ConfigurationKey.NATS_URL;
import static dev.parley.server.configuration.ConfigurationKey.NODES;
import static dev.parley.server.configuration.ConfigurationKey.POSTGRES_URL;
import static dev.parley.server.configuration.ConfigurationKey.PRESENCE;
import static dev.parley.server.configuration.ConfigurationKey.REDIS_URL;
import static dev.parley.server.configuration.ConfigurationKey.STORE;

import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Predicate;

/// Values that are fine by themselves and cannot work together.
enum CombinationRule {
    BUS_NEEDS_POSTGRES(
            BUS,
            settings -> hasBus(settings) && !settings.is(STORE, "postgres"),
            "needs a store that all nodes share; choices for parley.store: postgres"),
    BUS_NEEDS_SHARED_PRESENCE(
            BUS,
            settings -> hasBus(settings) && settings.is(PRESENCE, "local"),
            "needs presence that all nodes share; choices for parley.presence: sql, redis"),
    BUS_NEEDS_NODES(
            BUS,
            settings -> hasBus(settings) && settings.is(NODES, "none"),
            "needs nodes that find each other; choices for parley.nodes: sql, redis"),
    SHARED_PRESENCE_NEEDS_NODES(
            PRESENCE,
            settings -> !hasBus(settings) && !settings.is(PRESENCE, "local") && settings.is(NODES, "none"),
            "needs nodes that find each other; choices for parley.nodes: sql, redis"),
    SQL_PRESENCE_NEEDS_POSTGRES(
            PRESENCE,
            settings -> !hasBus(settings) && settings.is(PRESENCE, "sql") && !settings.is(STORE, "postgres"),
            "is kept in the database that all nodes share; choices for parley.store: postgres"),
    SQL_NODES_NEED_POSTGRES(
            NODES,
            settings -> !hasBus(settings) && settings.is(NODES, "sql") && !settings.is(STORE, "postgres"),
            "are kept in the database that all of them share; choices for parley.store: postgres"),
    FANOUT_NEEDS_BUS(
            FANOUT,
            settings -> !settings.is(FANOUT, "local") && !hasBus(settings),
            "needs a bus; choices for parley.bus: nats, redis"),
    REGISTRY_NEEDS_REDIS_PRESENCE(
            FANOUT,
            settings -> settings.is(FANOUT, "registry") && !settings.is(PRESENCE, "redis"),
            "needs its registry in Redis; choices for parley.presence: redis"),
    REGISTRY_NEEDS_REDIS_NODES(
            FANOUT,
            settings -> settings.is(FANOUT, "registry") && !settings.is(NODES, "redis"),
            "needs its registry in Redis; choices for parley.nodes: redis"),
    JWT_NEEDS_KEY(
            AUTH,
            settings -> settings.is(AUTH, "jwt") && !settings.has(JWT_SECRET) && !settings.has(JWT_JWKS_URL),
            "needs to know how tokens are signed: set parley.auth.jwt.secret or parley.auth.jwt.jwks-url, or parley.auth"
                    + " to another of its choices: dev (for this machine only), jwt"),
    JWT_HAS_ONE_KEY(
            JWT_JWKS_URL,
            settings -> settings.has(JWT_SECRET) && settings.has(JWT_JWKS_URL),
            "goes without a secret, since tokens are signed in one way: leave out parley.auth.jwt.secret or this"),
    POSTGRES_NEEDS_URL(
            STORE,
            settings -> settings.is(STORE, "postgres") && !settings.has(POSTGRES_URL),
            "needs an address: set parley.postgres.url, for example postgresql://localhost:5432/parley"),
    NATS_NEEDS_URL(
            BUS,
            settings -> settings.is(BUS, "nats") && !settings.has(NATS_URL),
            "needs an address: set parley.nats.url, for example nats://localhost:4222"),
    REDIS_NEEDS_URL(
            BUS,
            settings -> settings.is(BUS, "redis") && !settings.has(REDIS_URL),
            "needs an address: set parley.redis.url, for example redis://localhost:6379"),
    REDIS_PRESENCE_NEEDS_URL(
            PRESENCE,
            settings -> settings.is(PRESENCE, "redis") && !settings.is(BUS, "redis") && !settings.has(REDIS_URL),
            "needs an address: set parley.redis.url, for example redis://localhost:6379"),
    REDIS_NODES_NEED_URL(
            NODES,
            settings -> settings.is(NODES, "redis")
                    && !settings.is(BUS, "redis")
                    && !settings.is(PRESENCE, "redis")
                    && !settings.has(REDIS_URL),
            "need an address: set parley.redis.url, for example redis://localhost:6379"),
    DEV_STAYS_LOCAL(
            AUTH,
            settings -> settings.is(AUTH, "dev") && !isLoopback(settings.address()),
            "gives everybody a token and therefore listens on this machine only; choices for server.address:"
                    + " 127.0.0.1, ::1, localhost");

    private final ConfigurationKey key;
    private final Predicate<Settings> broken;
    private final String need;

    CombinationRule(ConfigurationKey key, Predicate<Settings> broken, String need) {
        this.key = key;
        this.broken = broken;
        this.need = need;
    }

    /// One sentence, when the settings break this rule.
    Optional<String> complaint(Settings settings) {
        return broken.test(settings) ? Optional.of(settings.shown(key) + " " + need + ".") : Optional.empty();
    }

    private static boolean hasBus(Settings settings) {
        return !settings.is(BUS, "none");
    }

    /// Never asks a name server.
    private static boolean isLoopback(Optional<String> address) {
        try {
            return address.isPresent()
                    && (address.get().equals("localhost")
                            || InetAddress.ofLiteral(address.get()).isLoopbackAddress());
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
