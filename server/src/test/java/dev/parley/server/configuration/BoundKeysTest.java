package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/// What an adapter binds and the table does not know would be refused at the start.
class BoundKeysTest {

    @Test
    void everyKeyThatAnAdapterBindsIsInTheTable() {
        List<String> bound = adapters().flatMap(BoundKeysTest::keys).toList();

        assertThat(bound)
                .contains("parley.postgres.url", "parley.auth.jwt.secret", "parley.cors.origins")
                .isSubsetOf(Arrays.stream(ConfigurationKey.values())
                        .map(key -> key.key().replace("-", ""))
                        .toList());
    }

    private static Stream<Class<?>> adapters() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        return scanner.findCandidateComponents("dev.parley.adapters").stream()
                .map(found -> ClassUtils.resolveClassName(found.getBeanClassName(), null));
    }

    private static Stream<String> keys(Class<?> type) {
        return keys(type.getAnnotation(ConfigurationProperties.class).value(), type);
    }

    private static Stream<String> keys(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> keys(prefix, component));
    }

    private static Stream<String> keys(String prefix, RecordComponent component) {
        String key = prefix + "." + component.getName().toLowerCase(Locale.ROOT);
        return component.getType().isRecord() ? keys(key, component.getType()) : Stream.of(key);
    }
}
