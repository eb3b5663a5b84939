package dev.parley.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/// Modulith looks over all jars of the test's classpath: each module's allowed dependencies, cycles,
/// internals.
class ModulesTest {

    /// These look into the product from outside and are no part of it.
    private static final DescribedPredicate<JavaClass> TOOLS =
            resideInAnyPackage("dev.parley.simulation..", "dev.parley.bench..", "dev.parley.contract..");

    private final ApplicationModules modules = ApplicationModules.of("dev.parley", TOOLS);

    @Test
    void modulesKeepTheirBoundaries() {
        modules.verify();
    }

    @Test
    void coreModulesAndAdaptersAreModules() {
        assertThat(modules.stream().map(module -> module.getIdentifier().toString()))
                .contains(
                        "kernel",
                        "log",
                        "delivery",
                        "adapters.memory",
                        "adapters.sql",
                        "adapters.nats",
                        "adapters.redis",
                        "adapters.web");
    }

    @Test
    void writesTheModulesDocumentation() {
        new Documenter(modules, Documenter.Options.defaults().withOutputFolder("target/modules")).writeDocumentation();
    }

    @Test
    void plantedViolationsAreFound() {
        String root = "dev.parley.architecture.plantedmodules";

        List<String> found =
                ApplicationModules.of(root, new AlsoTests()).detectViolations().getMessages();

        assertThat(found)
                .anyMatch(message -> message.contains("'lower'") && message.contains(root + ".upper.Upper"))
                .anyMatch(message -> message.contains("'lower'") && message.contains(root + ".upper.internal.Hidden"))
                .anyMatch(message -> message.contains("Cycle") && message.contains("first"));
    }

    private static final class AlsoTests implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return true;
        }
    }
}
