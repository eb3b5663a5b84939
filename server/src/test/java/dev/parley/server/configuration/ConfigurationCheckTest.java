package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.configuration.ValueKind.Choice;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

class ConfigurationCheckTest {

    private static void check(ConfigurableEnvironment environment) {
        new Presets(environment, true).apply();
        ConfigurationCheck.check(environment);
    }

    private static void assertRefused(ConfigurableEnvironment environment, String... parts) {
        assertThatThrownBy(() -> check(environment))
                .isInstanceOf(ConfigurationRefusedException.class)
                .message()
                .contains(parts)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999", "-1", "http", "80 80"})
    void aPortThatIsNoneIsRefused(String port) {
        assertRefused(Environments.with("--server.port=" + port), "server.port=" + port, "from 1 to 65535");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "9000", "65535"})
    void aPortIsFine(String port) {
        assertThatCode(() -> check(Environments.with("--server.port=" + port))).doesNotThrowAnyException();
    }

    @Test
    void http2WithoutTlsIsRefused() {
        assertRefused(Environments.with("--server.http2.enabled=true"), "server.http2.enabled=true", "needs TLS");
        assertRefused(
                Environments.with(
                        "--server.http2.enabled=true", "--server.ssl.bundle=web", "--server.ssl.enabled=false"),
                "needs TLS");
        assertThatCode(() ->
                        check(Environments.with("--server.http2.enabled=true", "--server.ssl.key-store=store.p12")))
                .doesNotThrowAnyException();
    }

    @Test
    void theDefaultsAreFine() {
        assertThatCode(() -> check(Environments.with())).doesNotThrowAnyException();
    }

    static Stream<Arguments> choices() {
        return Arrays.stream(ConfigurationKey.values())
                .filter(key -> key.kind() instanceof Choice)
                .map(key -> Arguments.of(key.key(), key.kind()));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void anUnknownValueIsRefusedWithKeyValueAndChoices(String key, Choice choice) {
        assertRefused(
                Environments.with("--" + key + "=oracle"),
                key + "=oracle",
                "is not a value of it",
                String.join(", ", choice.now()));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void aValueWithoutAnAdapterIsRefusedAsNotBuiltYet(String key, Choice choice) {
        for (String later : choice.later()) {
            assertRefused(
                    Environments.with("--" + key + "=" + later),
                    key + "=" + later,
                    "is not built yet",
                    String.join(", ", choice.now()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "parley.rooms.auto-create, yes, 'true, false'",
        "parley.redis.url, http://localhost, is not an address",
        "parley.auth.jwt.issuer, '', is empty",
        "parley.postgres.url, localhost:5432/parley, postgresql://",
        "parley.public-url, https://, is not an address",
        "parley.cors.origins, 'https://example.org/path', is not a list of origins",
        "parley.cors.origins, '*', is not a list of origins",
        "parley.access.default-grants, 'lobby:shout', 'subscribe, publish, moderate, manage'",
        "parley.access.default-grants, 'l*y:subscribe', is not written like",
    })
    void aValueOfTheWrongKindIsRefused(String key, String value, String complaint) {
        assertRefused(Environments.with("--" + key + "=" + value), key + "=" + value, complaint);
    }

    @Test
    void aShortSecretIsRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> check(Environments.with("--parley.auth.jwt.secret=tooshort")))
                .message()
                .contains("parley.auth.jwt.secret=******", "at least 32 bytes")
                .doesNotContain("tooshort");
    }

    @ParameterizedTest
    @CsvSource({
        "parley.stor, parley.store",
        "parley.stroe, parley.store",
        "parley.rooms.autocreated, parley.rooms.auto-create",
        "parley.auth.secret, parley.auth.jwt.secret",
        "parley.store.url, parley.store",
        "parley, parley.bus",
    })
    void anUnknownKeyIsRefusedWithTheNearestOne(String key, String nearest) {
        assertRefused(Environments.with("--" + key + "=x"), "'" + key + "'", "did you mean " + nearest + "?");
    }

    @Test
    void anUnknownKeyIsFoundInEverySource() {
        var properties = Environments.with();
        properties
                .getPropertySources()
                .replace(
                        "systemProperties", new MapPropertySource("systemProperties", Map.of("parley.stor", "memory")));
        var file = Environments.with();
        file.getPropertySources().addLast(new MapPropertySource("a file", Map.of("parley.stor", "memory")));

        assertRefused(properties, "'parley.stor'", "parley.store");
        assertRefused(file, "'parley.stor'", "parley.store");
        assertRefused(Environments.with(Map.of("PARLEY_STOR", "memory")), "'PARLEY_STOR'", "PARLEY_STORE");
        assertRefused(Environments.with(Map.of("parley.stor", "memory")), "'parley.stor'", "PARLEY_STORE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PARLEY_ROOMS_AUTO_CREATE", "PARLEY_ROOMS_AUTOCREATE"})
    void bothWaysToWriteAVariableWork(String variable) {
        var environment = Environments.with(Map.of(variable, "false"));

        check(environment);

        assertThat(Settings.of(environment).setting(ConfigurationKey.AUTO_CREATE))
                .contains(new Setting("false", "environment"));
    }

    @Test
    void variablesOfContainerServicesAreNoKeys() {
        var links = List.of(
                "PARLEY_SERVICE_HOST",
                "PARLEY_SERVICE_PORT",
                "PARLEY_SERVICE_PORT_HTTP",
                "PARLEY_PORT",
                "PARLEY_PORT_8080_TCP",
                "PARLEY_PORT_8080_TCP_PROTO",
                "PARLEY_PORT_8080_TCP_ADDR",
                "PARLEY_POSTGRES_SERVICE_HOST",
                "PARLEY_POSTGRES_PORT_5432_TCP_PORT");
        for (String link : links) {
            assertThatCode(() -> check(Environments.with(Map.of(link, "tcp://10.0.0.1:8080"))))
                    .as(link)
                    .doesNotThrowAnyException();
        }
    }
}
