package dev.parley.server.configuration;

import dev.parley.server.configuration.ValueKind.Address;
import dev.parley.server.configuration.ValueKind.Choice;
import dev.parley.server.configuration.ValueKind.Flag;
import dev.parley.server.configuration.ValueKind.Origins;
import dev.parley.server.configuration.ValueKind.RoomGrants;
import dev.parley.server.configuration.ValueKind.Secret;
import dev.parley.server.configuration.ValueKind.Whole;
import dev.parley.server.configuration.ValueKind.Words;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The closed table of all keys under `parley.`; any other stops the start.
public enum ConfigurationKey {
    STAGE(
            "stage",
            Choice.of("single", "broadcast", "rooms", "sharded", "registry"),
            "single",
            Part.ALWAYS,
            "A preset of `store`, `fanout`, `bus`, `presence` and `nodes`; any of them set elsewhere wins."),
    STORE(
            "store",
            Choice.of("memory", "sqlite", "postgres"),
            "sqlite",
            Part.ALWAYS,
            "Where rooms and their logs are kept."),
    AUTH(
            "auth",
            Choice.of("dev", "jwt"),
            "jwt",
            Part.ALWAYS,
            "`dev`: tokens for the asking, on this machine only (what `./parley run` sets); `jwt`: signed tokens."),
    DATA(
            "data",
            new Words("a folder"),
            "./data",
            Part.ALWAYS,
            "Holds the embedded store and the signing keys; a relative path counts from the working folder."),
    POSTGRES_URL(
            "postgres.url",
            Address.of("postgresql", "jdbc:postgresql"),
            null,
            Part.ALWAYS,
            "With `store=postgres`: where the database is."),
    POSTGRES_USER(
            "postgres.user",
            new Words("a user's name"),
            null,
            Part.ALWAYS,
            "With `store=postgres`: as whom the server connects."),
    POSTGRES_PASSWORD(
            "postgres.password", new Secret(1), null, Part.ALWAYS, "With `store=postgres`: that user's password."),
    POSTGRES_ACCEPT_UNSAFE(
            "postgres.accept-unsafe",
            new Flag(),
            "false",
            Part.ALWAYS,
            "With `store=postgres`: start also when the database may lose acknowledged messages in a crash."),
    ACCEPT_MOVED_STORE(
            "accept-moved-store",
            new Flag(),
            "false",
            Part.ALWAYS,
            "Use a store also when `./parley copy` has moved it away: from that start on it is another store, with new"
                    + " epochs."),
    JWT_SECRET(
            "auth.jwt.secret",
            new Secret(32),
            null,
            Part.ALWAYS,
            "With `auth=jwt`: the secret with which tokens are signed (HS256)."),
    JWT_JWKS_URL(
            "auth.jwt.jwks-url",
            Address.of("https", "http"),
            null,
            Part.ALWAYS,
            "With `auth=jwt`: where the public keys are with which tokens are signed (RS256, ES256); instead of a"
                    + " secret."),
    JWT_ISSUER(
            "auth.jwt.issuer",
            new Words("a name"),
            null,
            Part.ALWAYS,
            "With `auth=jwt`: if set, what a token's `iss` has to be."),
    JWT_AUDIENCE(
            "auth.jwt.audience",
            new Words("a name"),
            null,
            Part.ALWAYS,
            "With `auth=jwt`: if set, what a token's `aud` has to contain."),
    JWT_USER_CLAIM(
            "auth.jwt.user-claim",
            new Words("a claim's name"),
            "sub",
            Part.ALWAYS,
            "With `auth=jwt`: the claim of a token that names the user."),
    DEFAULT_GRANTS(
            "access.default-grants",
            new RoomGrants(),
            null,
            Part.ALWAYS,
            "What everybody with a valid token may do: nothing, in dev mode everything."),
    AUTO_CREATE(
            "rooms.auto-create",
            new Flag(),
            "false",
            Part.ALWAYS,
            "Whether publishing into a room that does not exist creates it; on in dev mode."),
    CORS_ORIGINS(
            "cors.origins",
            new Origins(),
            null,
            Part.ALWAYS,
            "The web pages whose scripts may call this server from a browser."),
    PUBLIC_URL(
            "public-url",
            Address.of("https", "http"),
            null,
            Part.ALWAYS,
            "The address under which clients reach this server, when a proxy stands before it."),
    CONNECTIONS(
            "limits.connections",
            new Whole(1, 1_000_000),
            "10000",
            Part.ALWAYS,
            "How many connections are open at a time; further ones are closed at once."),
    STREAMS(
            "streams",
            Choice.of("door", "webflux"),
            "door",
            Part.ALWAYS,
            "By which way streams over HTTP/1 are served. Both do the same; `webflux` costs several times the memory and"
                    + " CPU of a connection. Streams over HTTP/2 go through WebFlux in any case."),
    TRANSPORT(
            "transport",
            Choice.of("epoll", "io_uring"),
            "epoll",
            Part.ALWAYS,
            "How Linux is asked about sockets; `io_uring` may save CPU and needs a kernel and a sandbox that allow it."
                    + " Elsewhere than on Linux `epoll` means what Java itself has."),
    WRITE_DEADLINE(
            "delivery.write-deadline",
            new Whole(1, 600),
            "10",
            Part.ALWAYS,
            "After how many seconds in which it takes nothing a stream's reader is closed; it comes back with its cursor."),
    HEARTBEAT(
            "delivery.heartbeat",
            new Whole(1, 600),
            "15",
            Part.ALWAYS,
            "How many seconds a stream is silent at most, give or take one; proxies have to wait longer than that."),
    PULL_JITTER(
            "delivery.pull-jitter",
            new Whole(0, 10_000),
            "500",
            Part.ALWAYS,
            "Within how many milliseconds clients that are told of news (`notify`) spread their pulls: fewer bring news"
                    + " sooner and cost more requests."),
    DELIVERY_MEMORY(
            "delivery.memory",
            new Whole(8, 1_000_000),
            null,
            Part.ALWAYS,
            "How many MiB the newest events of all rooms, pages of logs and what clients have not taken yet may take"
                    + " together; when not set, a third of what the JVM may take outside its heap"
                    + " (`-XX:MaxDirectMemorySize`, or else as much as `-Xmx`)."),
    LOG_FORMAT(
            "log.format",
            Choice.of("plain", "json"),
            "plain",
            Part.ALWAYS,
            "How the log is written: lines of text, or one JSON object (ECS) a line."),
    FANOUT(
            "fanout",
            Choice.of("local", "broadcast", "rooms", "sharded", "registry"),
            "local",
            Part.FLEET,
            "How events reach the nodes on which a room has readers: `local`: there is one node; `broadcast`: every node"
                    + " hears everything; `rooms`: a channel for each room; `sharded`: rooms share a fixed number of"
                    + " channels; `registry`: Redis knows which nodes have a room. The same on all nodes."),
    SHARDED_CHANNELS(
            "sharded.channels",
            new Whole(1, 4_096),
            "64",
            Part.FLEET,
            "With `fanout=sharded`: how many channels the rooms share. The same on all nodes."),
    REGISTRY_FALLBACK(
            "registry.fallback",
            Choice.of("broadcast", "cached", "reject"),
            "broadcast",
            Part.FLEET,
            "With `fanout=registry`: where news go while Redis does not tell who has a room: to every node, to those that"
                    + " had it last, or nowhere, so that other nodes find them in the log up to two seconds later."),
    BUS("bus", Choice.of("none", "nats", "redis"), "none", Part.FLEET, "What carries events between nodes."),
    PRESENCE(
            "presence",
            Choice.of("local", "sql", "redis"),
            "local",
            Part.FLEET,
            "Where it is kept who is connected: `local`: on this server, which is the only one; `sql`: in the PostgreSQL of"
                    + " the store; `redis`. The same on all nodes."),
    NODES(
            "nodes",
            Choice.of("none", "sql", "redis"),
            "none",
            Part.FLEET,
            "Where the nodes hold their leases, by which it is known whose sessions live: `sql`: in the PostgreSQL of the"
                    + " store; `redis`. The same on all nodes. With `store=postgres` every server has a row there in any"
                    + " case, so that servers on one database find each other."),
    ACCEPT_SHARED_STORE(
            "accept-shared-store",
            new Flag(),
            "false",
            Part.FLEET,
            "With `store=postgres`: start also beside a server on the same database with which nothing is exchanged,"
                    + " because one of both has `fanout=local` or they differ in `fanout`, `sharded.channels` or `bus`."
                    + " What is published at one then reaches the readers of the other up to two seconds later."
                    + " With `presence=local` each then knows its own sessions only, and a start ends nobody's presence"
                    + " that the lifecycle log still tells, since it may be the other's."),
    NATS_URL("nats.url", Address.of("nats", "tls"), null, Part.FLEET, "With `bus=nats`: where NATS is."),
    REDIS_URL(
            "redis.url",
            Address.of("redis", "rediss"),
            null,
            Part.FLEET,
            "With `bus=redis`, `presence=redis` or `nodes=redis`: where Redis is. Those that share it with another fleet take"
                    + " another number of its databases, `redis://host/1`; the bus takes no notice of it."),
    REDIS_PUBSUB(
            "redis.pubsub",
            Choice.of("classic", "sharded"),
            "classic",
            Part.FLEET,
            "With `bus=redis`: which of its two ways carries the messages. `sharded` spreads channels over the nodes of a"
                    + " Redis Cluster.");

    /// What a key belongs to.
    public enum Part {
        /// Counts for every server.
        ALWAYS,
        /// Only says something about several servers that work as one.
        FLEET
    }

    static final String PREFIX = "parley";

    private final String key;
    private final ValueKind kind;
    private final @Nullable String byDefault;
    private final Part part;
    private final String meaning;

    ConfigurationKey(String name, ValueKind kind, @Nullable String byDefault, Part part, String meaning) {
        this.key = PREFIX + "." + name;
        this.kind = kind;
        this.byDefault = byDefault;
        this.part = part;
        this.meaning = meaning;
    }

    public String key() {
        return key;
    }

    ValueKind kind() {
        return kind;
    }

    @Nullable
    String byDefault() {
        return byDefault;
    }

    public Part part() {
        return part;
    }

    /// One sentence for the manual.
    public String meaning() {
        return meaning;
    }

    /// The environment variable that sets it.
    String variable() {
        return key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /// Spring also takes the variable with the dashes left out.
    boolean isSetBy(String variable) {
        String dashless = key.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT);
        return variable.equalsIgnoreCase(variable()) || variable.equalsIgnoreCase(dashless);
    }
}
