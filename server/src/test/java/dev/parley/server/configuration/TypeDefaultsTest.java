package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Tier;
import dev.parley.log.MessageTypes;
import dev.parley.log.TypeRule;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class TypeDefaultsTest {

    private static StandardEnvironment environment(Map<String, Object> commandLine, Map<String, Object> variables) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("commandLineArgs", commandLine));
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource("systemEnvironment", variables));
        return environment;
    }

    @Test
    void typesAreNamedByKeysAndVariables() {
        Map<String, Object> keys = new HashMap<>();
        keys.put("parley.types.gift.tier", "critical");
        keys.put("parley.types.gift.ttl-ms", "3000");
        keys.put("parley.types.chat.line.tier", "low");
        keys.put("parley.types[super_gift].tier", "high");
        var environment =
                environment(keys, Map.of("PARLEY_TYPES_HEART_TIER", "low", "PARLEY_TYPES_HEART_TTLMS", "500"));

        assertThat(UnknownKeys.complaint(environment)).isEmpty();
        assertThat(TypeDefaults.of(environment).complaint()).isEmpty();
        assertThat(Settings.of(environment).types())
                .isEqualTo(new MessageTypes(Map.of(
                        new EventType("gift"), new TypeRule(Tier.CRITICAL, 3_000L),
                        new EventType("chat.line"), new TypeRule(Tier.LOW, null),
                        new EventType("super_gift"), new TypeRule(Tier.HIGH, null),
                        new EventType("heart"), new TypeRule(Tier.LOW, 500L))));
        assertThat(Settings.of(environment).typeLines()).contains("parley.types.gift.tier=critical");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gift.tier|top|is not a value of it",
                "gift.ttl-ms|-1|is out of range",
                "gift.ttl-ms|99999999999|is out of range",
                "gift.colour|red|is no key of Parley",
                "gift|critical|is no key of Parley",
                "room.gift.tier|low|names no message type",
                "1st.tier|low|names no message type"
            })
    void whatIsWrongIsRefusedInOneSentence(String key, String value, String why) {
        var environment = environment(Map.of("parley.types." + key, value), Map.of());

        assertThat(TypeDefaults.of(environment).complaint().orElseThrow())
                .startsWith("parley.types." + key + "=" + value + " ")
                .contains(why);
    }
}
