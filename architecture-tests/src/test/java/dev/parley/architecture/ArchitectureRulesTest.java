package dev.parley.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureRulesTest {

    private static final Layout PRODUCT = new Layout("dev.parley");
    private static final Layout PLANTED = new Layout("dev.parley.architecture.planted");

    private static final JavaClasses PRODUCT_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(PRODUCT.root());
    private static final JavaClasses PLANTED_CLASSES = new ClassFileImporter().importPackages(PLANTED.root());

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void holds(Rule rule) {
        rule.over(PRODUCT).check(PRODUCT_CLASSES);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void isBrokenByEachPlantedViolation(Rule rule) {
        List<String> found =
                rule.over(PLANTED).evaluate(PLANTED_CLASSES).getFailureReport().getDetails();

        for (Class<?> planted : rule.planted()) {
            assertThat(membersOf(planted))
                    .as(rule.toString())
                    .allSatisfy(member -> assertThat(found).anyMatch(detail -> detail.contains(member)));
        }
    }

    private static List<String> membersOf(Class<?> planted) {
        List<String> members = new ArrayList<>();
        for (Method method : planted.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                members.add("<" + planted.getName() + "." + method.getName() + "(");
            }
        }
        for (Field field : planted.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                members.add("<" + planted.getName() + "." + field.getName() + ">");
            }
        }
        return members.isEmpty() ? List.of("<" + planted.getName() + ">") : members;
    }
}
