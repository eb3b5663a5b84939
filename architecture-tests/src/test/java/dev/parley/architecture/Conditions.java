package dev.parley.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.MonitorInstruction;
import java.net.URI;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/// What ArchUnit's own vocabulary does not say.
final class Conditions {

    private Conditions() {}

    /// Calls, constructor calls and method references alike.
    static ArchCondition<JavaClass> accessNothingThat(String description, Predicate<JavaAccess<?>> forbidden) {
        return new ArchCondition<>("access nothing that " + description) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                item.getAccessesFromSelf().stream()
                        .filter(forbidden)
                        .forEach(access -> events.add(SimpleConditionEvent.violated(access, access.getDescription())));
            }
        };
    }

    static ArchCondition<JavaClass> dependOnNothingThat(String description, Predicate<JavaClass> forbidden) {
        return new ArchCondition<>("depend on nothing that " + description) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                    if (forbidden.test(dependency.getTargetClass().getBaseComponentType())) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    /// ArchUnit sees the modifier of a method, but not a block inside one.
    static ArchCondition<JavaClass> enterNoMonitor() {
        return new ArchCondition<>("enter no monitor") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (MethodModel method : ClassFile.of().parse(bytesOf(item)).methods()) {
                    if (entersMonitor(method)) {
                        String name = item.getName() + "." + method.methodName().stringValue();
                        events.add(SimpleConditionEvent.violated(item, "Method <" + name + "()> enters a monitor"));
                    }
                }
            }
        };
    }

    static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a null-marked package") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            item, "Class <" + item.getName() + "> is in a package without @NullMarked"));
                }
            }
        };
    }

    static Predicate<JavaAccess<?>> accessTo(Class<?> owner, String... names) {
        Set<String> wanted = Set.of(names);
        return access -> wanted.contains(access.getTarget().getName())
                && access.getTargetOwner().isAssignableTo(owner);
    }

    static Predicate<JavaAccess<?>> accessWithoutArgumentsTo(Class<?> owner, String name) {
        return accessTo(owner, name)
                .and(access -> access instanceof com.tngtech.archunit.core.domain.JavaCodeUnitAccess<?> call
                        && call.getTarget().getRawParameterTypes().isEmpty());
    }

    private static boolean entersMonitor(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(element ->
                        element instanceof MonitorInstruction monitor && monitor.opcode() == Opcode.MONITORENTER);
    }

    private static byte[] bytesOf(JavaClass item) {
        URI uri = item.getSource().orElseThrow().getUri();
        try (var in = uri.toURL().openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
