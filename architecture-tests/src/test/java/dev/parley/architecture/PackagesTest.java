package dev.parley.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.parley.architecture.planted.log.EntersMonitor;
import dev.parley.architecture.planted.log.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagesTest {

    @Test
    void noPackageIsInTwoJars() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.parley");

        assertThat(classes).isNotEmpty();
        assertThat(packagesInTwoPlaces(classes)).isEmpty();
    }

    @Test
    void aPackageInTwoPlacesIsNoticed(@TempDir Path first, @TempDir Path second) throws IOException {
        copy(Waits.class, first);
        copy(EntersMonitor.class, second);

        JavaClasses classes = new ClassFileImporter().importPaths(first, second);

        assertThat(packagesInTwoPlaces(classes)).containsExactly(Waits.class.getPackageName());
    }

    private static List<String> packagesInTwoPlaces(JavaClasses classes) {
        Map<String, Set<String>> places = classes.stream()
                .collect(groupingBy(JavaClass::getPackageName, mapping(PackagesTest::placeOf, toSet())));
        return places.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static String placeOf(JavaClass type) {
        String uri = type.getSource().orElseThrow().getUri().toString();
        return uri.substring(0, uri.length() - fileOf(type.getName()).length());
    }

    private static void copy(Class<?> type, Path folder) throws IOException {
        String file = fileOf(type.getName());
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            Files.write(target, in.readAllBytes());
        }
    }

    private static String fileOf(String className) {
        return className.replace('.', '/') + ".class";
    }
}
