package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CombinationRuleTest {

    private static final String FLEET = "--parley.store=postgres --parley.postgres.url=postgresql://localhost/parley"
            + " --parley.fanout=rooms --parley.bus=nats --parley.nats.url=nats://localhost --parley.presence=sql --parley.nodes=sql ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BUS_NEEDS_POSTGRES | --parley.store=sqlite | parley.bus=nats | postgres",
                "BUS_NEEDS_SHARED_PRESENCE | --parley.presence=local | parley.bus=nats | sql, redis",
                "BUS_NEEDS_NODES | --parley.nodes=none | parley.bus=nats | sql, redis",
                "FANOUT_NEEDS_BUS | --parley.bus=none | parley.fanout=rooms | nats, redis",
                "JWT_NEEDS_KEY | --parley.auth=jwt | parley.auth=jwt | dev",
                "POSTGRES_NEEDS_URL | --parley.postgres.url= | parley.store=postgres | parley.postgres.url",
                "NATS_NEEDS_URL | --parley.nats.url= | parley.bus=nats | parley.nats.url",
                "REDIS_NEEDS_URL | --parley.bus=redis | parley.bus=redis | parley.redis.url",
                "DEV_STAYS_LOCAL | --server.address=0.0.0.0 | parley.auth=dev | 127.0.0.1",
                "DEV_STAYS_LOCAL | --server.address=example.org | parley.auth=dev | 127.0.0.1",
            })
    void eachRuleIsBrokenByItselfAndSaysKeyValueAndChoices(
            CombinationRule rule, String change, String key, String way) {
        Settings settings = settings(FLEET, change);

        assertThat(Arrays.stream(CombinationRule.values())
                        .filter(other -> other.complaint(settings).isPresent()))
                .containsExactly(rule);
        assertThat(rule.complaint(settings).orElseThrow())
                .contains(key, way)
                .endsWith(".")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SHARED_PRESENCE_NEEDS_NODES | --parley.nodes=none | parley.presence=sql | sql, redis",
                "SQL_PRESENCE_NEEDS_POSTGRES | --parley.store=sqlite --parley.nodes=redis | parley.presence=sql | postgres",
                "SQL_NODES_NEED_POSTGRES | --parley.store=sqlite --parley.presence=redis | parley.nodes=sql | postgres",
                "REDIS_PRESENCE_NEEDS_URL | --parley.presence=redis --parley.redis.url= | parley.presence=redis | redis.url",
                "REDIS_NODES_NEED_URL | --parley.nodes=redis --parley.redis.url= | parley.nodes=redis | redis.url",
            })
    void soIsEachRuleAboutPresenceOfOneServer(CombinationRule rule, String changes, String key, String way) {
        String arguments = "--parley.store=postgres --parley.postgres.url=postgresql://localhost/parley"
                + " --parley.presence=sql --parley.nodes=sql --parley.redis.url=redis://localhost ";
        for (String change : changes.split(" ")) {
            arguments = String.join(" ", changed(arguments, change)) + " ";
        }
        Settings settings = Environments.settings(arguments.strip().split(" "));

        assertThat(Arrays.stream(CombinationRule.values())
                        .filter(other -> other.complaint(settings).isPresent()))
                .containsExactly(rule);
        assertThat(rule.complaint(settings).orElseThrow()).contains(key, way).endsWith(".");
    }

    @Test
    void theRegistryIsInRedisWithThePresenceAndTheNodes() {
        Settings settings = settings(FLEET, "--parley.fanout=registry");

        assertThat(Arrays.stream(CombinationRule.values())
                        .filter(rule -> rule.complaint(settings).isPresent()))
                .containsExactly(
                        CombinationRule.REGISTRY_NEEDS_REDIS_PRESENCE, CombinationRule.REGISTRY_NEEDS_REDIS_NODES);
        assertThat(CombinationRule.REGISTRY_NEEDS_REDIS_NODES
                        .complaint(settings)
                        .orElseThrow())
                .contains("parley.fanout=registry", "parley.nodes: redis");
    }

    @Test
    void tokensAreSignedInOneWay() {
        Settings settings = Environments.settings(
                "--parley.auth.jwt.secret=0123456789abcdef0123456789abcdef",
                "--parley.auth.jwt.jwks-url=https://issuer.example/keys");

        assertThat(CombinationRule.JWT_HAS_ONE_KEY.complaint(settings).orElseThrow())
                .contains("parley.auth.jwt.jwks-url", "leave out parley.auth.jwt.secret")
                .doesNotContain("0123456789abcdef");
        assertThat(Environments.settings("--parley.auth.jwt.jwks-url=https://issuer.example/keys")
                        .is(ConfigurationKey.AUTH, "jwt"))
                .isTrue();
    }

    /// The changed key comes once; an empty value takes it away.
    private static Settings settings(String arguments, String change) {
        return Environments.settings(changed(arguments, change));
    }

    private static String[] changed(String arguments, String change) {
        String key = change.substring(0, change.indexOf('=') + 1);
        return Arrays.stream((arguments + change).split(" "))
                .filter(argument -> argument.equals(change) || !argument.startsWith(key))
                .filter(argument -> !argument.endsWith("="))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource
    void everyPresetKeepsAllRules(Stage stage) {
        Settings settings = Environments.settings(
                "--parley.stage=" + stage.value(),
                "--parley.postgres.url=postgresql://localhost/parley",
                "--parley.nats.url=nats://localhost",
                "--parley.redis.url=redis://localhost");

        assertThat(CombinationRule.values())
                .allSatisfy(rule -> assertThat(rule.complaint(settings)).isEmpty());
    }

    @Test
    void aFleetOfServersKeepsAllRules() {
        Settings settings = Environments.settings(FLEET.split(" "));

        assertThat(CombinationRule.values())
                .allSatisfy(rule -> assertThat(rule.complaint(settings)).isEmpty());
    }
}
