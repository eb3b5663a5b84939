package dev.parley.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;

/// Which package plays which part below a root package: the product's own, or that of the planted violations, which
/// mirrors it.
record Layout(String root) {

    /// Everything that is not named here as something else, so that a new core module is covered from its first class.
    DescribedPredicate<JavaClass> core() {
        return resideInAPackage(root + "..")
                .and(not(resideInAPackage(root)))
                .and(not(adapters()))
                .and(not(server()))
                .and(not(measuringTools()))
                .as("core");
    }

    DescribedPredicate<JavaClass> ports() {
        return core().and(resideInAPackage(root + ".*.spi..")).as("ports");
    }

    DescribedPredicate<JavaClass> adapters() {
        return resideInAPackage(root + ".adapters..").as("adapters");
    }

    DescribedPredicate<JavaClass> adapter(String name) {
        return resideInAPackage(root + ".adapters." + name + "..").as("the adapter " + name);
    }

    DescribedPredicate<JavaClass> server() {
        return resideInAnyPackage(root, root + ".server..").as("the server");
    }

    DescribedPredicate<JavaClass> measuringTools() {
        return resideInAnyPackage(root + ".simulation..", root + ".bench..", root + ".contract..")
                .as("simulation, bench and the contracts");
    }

    DescribedPredicate<JavaClass> generated() {
        return resideInAPackage(root + ".adapters.sql.jooq..").as("generated");
    }

    DescribedPredicate<JavaClass> written() {
        return resideInAPackage(root + "..").and(not(generated())).as("written by hand");
    }
}
